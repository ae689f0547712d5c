import type { RowProblem } from '#contract/import-preview.ts'
import { codeKey, type ProductCode, problemOfCode } from '#domain/products/gtin.ts'
import { codesIn, withLostZeros } from '#domain/products/read-codes.ts'

type Cells = { ean: string | null; caseEan: string | null; caseSize: number | null }
type Codes = { codes: ProductCode[] } | { field: 'ean' | 'caseEan' | 'case'; problem: RowProblem['code'] }

/** The bar codes of one row after the other. A code belongs to one product. */
export function productCodesIn(known: ReadonlySet<string>): (cells: Cells) => Codes {
  const seen = new Set<string>()
  return ({ ean, caseEan, caseSize }) => {
    const codes: ProductCode[] = []
    for (const [field, text, pieces] of [['ean', ean, 1] as const, ['caseEan', caseEan, caseSize] as const])
      for (const code of codesIn(text ?? '').map(withLostZeros)) {
        if (problemOfCode(code) !== null) return { field, problem: 'WRONG_CODE' }
        if (known.has(codeKey(code))) return { field, problem: 'CODE_TAKEN' }
        if (seen.has(codeKey(code))) return { field, problem: 'TWICE' }
        if (pieces === null) return { field: 'case', problem: 'MISSING' }
        seen.add(codeKey(code))
        codes.push({ code, pieces })
      }
    return { codes }
  }
}
