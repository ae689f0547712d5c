import { ensureBuilt } from '../../scripts/ensure-built.ts'

/** The journeys walk through the product as it is delivered: built, and from the sources as they are now. */
export default () => ensureBuilt()
