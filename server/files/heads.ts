/** What a column of a file may say, and how the usual systems head it, in the languages of our customers. */
export type Field = { name: string; required: boolean; kind: 'text' | 'number' | 'moment'; heads: readonly string[] }

/** Heads as they are compared: without accents, signs and what stands in brackets, such as a currency. */
export const plainHead = (head: string): string =>
  head
    .replaceAll(/[([].*?[)\]]/g, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which column says what, by the heads alone; each column once, and the most particular head first. */
export function mappingBy(fields: readonly Field[], heads: readonly string[]): Record<string, number> {
  const plain = heads.map(plainHead)
  const taken = new Set<number>()
  const mapping: Record<string, number> = {}
  for (const { name, heads: known } of fields) {
    const column = [name, ...known]
      .map((head) => plain.findIndex((one, index) => one === plainHead(head) && !taken.has(index)))
      .find((at) => at >= 0)
    if (column === undefined) continue
    taken.add(column)
    mapping[name] = column
  }
  return mapping
}
