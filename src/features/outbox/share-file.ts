import { saveFile } from '#app/ui/save-file.ts'

/** Shares a file through the phone, or saves it. False if the user cancelled. */
export async function shareOrSave(file: File): Promise<boolean> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: file.name })
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
    }
  }
  saveFile(file)
  return true
}
