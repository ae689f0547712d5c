/** Saves a file as a download. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // Safari reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A pause in long work, in which the page handles input and paints. */
export const letPageRespond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
