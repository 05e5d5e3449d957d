import { api } from '../../browser/api/api-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { forgetSavedStates } from '../../browser/storage/saved-page-state.ts'

type SigningOut = { end: () => Promise<unknown>; forget: () => void; leave: (path: string) => void }

/** Ends the session, clears what pages stored for this viewer, and goes to the front page. */
export async function signOutWith({ end, forget, leave }: SigningOut): Promise<void> {
  try {
    await end()
  } catch (error) {
    // 401: the session has already ended.
    if (!(error instanceof RequestError) || error.status !== 401) throw error
  }
  forget()
  leave('/')
}

export function signOut(): Promise<void> {
  return signOutWith({ end: api.signOut, forget: forgetSavedStates, leave: goTo })
}
