import { isDeepStrictEqual } from 'node:util'
import type { ImportChoices } from '#contract/imports.ts'
import type { ImportSource } from './import-source.ts'
import type { Reading } from './reading.ts'

/** Readings in memory. Each contains a few rows and names from its file. */
const MAX_READINGS = 4

type ReadingKey = Pick<ImportSource, 'importId' | 'choices' | 'ways'>

const readings = new Map<string, ReadingKey & { reading: Reading }>()

/**
 * Remembers how the file of an import was read for its preview, so that running the import does not read the whole file once more. Another
 * process, or the same one after a restart, reads it again.
 */
export function rememberReading({ importId, choices, ways }: ReadingKey, reading: Reading): void {
  readings.delete(importId)
  readings.set(importId, { importId, choices, ways, reading })
  for (const oldest of readings.keys()) {
    if (readings.size <= MAX_READINGS) break
    readings.delete(oldest)
  }
}

/** The reading of the preview if the import runs with the same choices; each reading is returned once. */
export function claimReading({ importId, choices, ways }: ReadingKey): Reading | null {
  const last = readings.get(importId)
  readings.delete(importId)
  if (!last || !isDeepStrictEqual(last.ways, ways)) return null
  const { reading } = last
  // The run confirms the mapping of the preview.
  const mapping = last.choices.mapping ?? reading.understanding.mapping
  return isDeepStrictEqual(ofReading({ ...last.choices, mapping }), ofReading(choices)) ? reading : null
}

/** Choices without those that do not affect how a file is read. */
const ofReading = ({ leaveOut: _, saveAs: __, ...choices }: ImportChoices): ImportChoices => choices
