export const SECOND_STEP_PAGE = '/login/second_step'
export const RECOVERY_PAGE = '/login/recovery'
/** Where the links in the mails about a recovery lead. */
export const STOP_RECOVERY_PAGE = '/login/recovery/stop'

/** The pages of a sign-in that is half done, with its return_to. */
export function secondStepPath(returnTo: string, page: string = SECOND_STEP_PAGE): string {
  return `${page}?return_to=${encodeURIComponent(returnTo)}`
}
