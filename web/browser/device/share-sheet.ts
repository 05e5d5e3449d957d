type Share = (data: ShareData) => Promise<void>

/** Whether this browser has a share sheet of its own. Not to be asked while a page is rendered on the server. */
export function hasShareSheet(): boolean {
  return 'share' in navigator
}

/** Names of refusals that are none: the reader closed the sheet, or pressed again while it was open. */
const NO_ERRORS = ['AbortError', 'InvalidStateError']

/** Opens the sheet; false where the browser could not. Closing it without sharing is no error. */
export async function openShareSheet(
  data: ShareData,
  share: Share = (given) => navigator.share(given),
): Promise<boolean> {
  try {
    await share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && NO_ERRORS.includes(error.name)
  }
}
