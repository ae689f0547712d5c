import { useState } from 'react'

/**
 * For fields whose value returns late, because it is part of the URL or is rendered in the background. A value that the field itself has
 * reported changes nothing, because typing may have gone on; any other value replaces what was typed.
 *
 * @param onOther Sets the state of the calling component; called while it renders.
 * @returns notes a value that the field passes to its owner.
 */
export function useLateValue(value: string, onOther: () => void): (reported: string) => void {
  const [known, setKnown] = useState(value)
  const [reported, setReported] = useState<readonly string[]>([])
  if (known !== value) {
    setKnown(value)
    // Values in between are skipped if the page is busy.
    const arrived = reported.indexOf(value)
    setReported(arrived < 0 ? [] : reported.slice(arrived + 1))
    if (arrived < 0) onOther()
  }
  return (next) => setReported((before) => [...before, next])
}
