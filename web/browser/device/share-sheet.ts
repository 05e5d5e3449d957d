type Share = (data: ShareData) => Promise<void>

/** Whether this browser has a share sheet. Only for the browser, not for server rendering. */
export function hasShareSheet(): boolean {
  return 'share' in navigator
}

/** Errors that are not failures: the user closed the sheet, or pressed again while it was open. */
const HARMLESS = ['AbortError', 'InvalidStateError']

/** Opens the sheet; false if the browser could not. Closing it without sharing counts as success. */
export async function openShareSheet(
  data: ShareData,
  share: Share = (given) => navigator.share(given),
): Promise<boolean> {
  try {
    await share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && HARMLESS.includes(error.name)
  }
}
