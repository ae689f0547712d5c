import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { findChromium, findHeadlessShell } from '../../tests/support/browser.ts'
import { prepareDemo } from './server.ts'

/** Journeys run against the product as it is delivered, built from the current sources, with a demo company made once. */
export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt()
  // Before the workers start, because only one process at a time can install packages.
  await findHeadlessShell()
  await findChromium()
  return prepareDemo()
}
