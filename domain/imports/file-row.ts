import type { Cell } from './cell.ts'

/** A row by its number in the file, from 1. */
export type FileRow = { number: number; cells: readonly Cell[] }
