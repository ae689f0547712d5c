import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { prepareDemo } from './server.ts'

/** Journeys run against the product as it is delivered, built from the current sources, with a demo company made once. */
export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt()
  return prepareDemo()
}
