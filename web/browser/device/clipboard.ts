/** False where the browser refuses (no permission, no secure origin); the caller then offers the text for copying. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
