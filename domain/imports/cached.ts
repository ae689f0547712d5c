/** Longer texts are rarely repeated, and would make the cache large. */
const MAX_LENGTH = 200
const MAX_TEXTS = 5_000

/** Caches a pure function of a text, because a file repeats its words in thousands of rows. The cache is cleared when it is full. */
export function cached<Value extends NonNullable<unknown> | null>(compute: (text: string) => Value): (text: string) => Value {
  const values = new Map<string, Value>()
  return (text) => {
    const known = values.get(text)
    if (known !== undefined) return known
    const value = compute(text)
    if (text.length > MAX_LENGTH) return value
    if (values.size >= MAX_TEXTS) values.clear()
    values.set(text, value)
    return value
  }
}
