/** False if the browser refuses (no permission or no secure origin); the caller then shows the text to copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
