import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { findChromium, findHeadlessShell } from '../../tests/support/browser.ts'
import { prepareDemo } from './server.ts'

/** Builds the product from the current sources and creates the demo company once. The e2e tests run against that build. */
export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt()
  // Before the workers start, because only one process at a time can install packages.
  await findHeadlessShell()
  await findChromium()
  return prepareDemo()
}
