import { useState } from 'react'

/**
 * The typed text of a field whose value returns late, because it is part of the URL or is rendered in the background. A value that this
 * field has reported does not change the text, because typing may have gone on; any other value replaces it.
 */
export function useOwnText(value: string) {
  // Null shows the value.
  const [text, setText] = useState<string | null>(null)
  const [known, setKnown] = useState(value)
  const [reported, setReported] = useState<readonly string[]>([])
  if (known !== value) {
    setKnown(value)
    // Values in between are skipped if the page is busy.
    const arrived = reported.indexOf(value)
    setReported(arrived < 0 ? [] : reported.slice(arrived + 1))
    if (arrived < 0) setText(null)
  }
  return {
    text,
    setText,
    /** Notes a value that is passed to the owner. */
    report: (next: string) => setReported((before) => [...before, next]),
  }
}
