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
