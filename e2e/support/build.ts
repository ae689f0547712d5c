import { isBuilt } from '../../scripts/is-built.ts'

/** The journeys walk through the app as it is delivered: built, and from the sources as they are now. */
export default async function build(): Promise<void> {
  if (await isBuilt()) return
  const { buildApp } = await import('../../scripts/build.ts')
  await buildApp()
}
