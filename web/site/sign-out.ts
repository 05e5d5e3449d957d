import { api } from '../api.ts'
import { goTo } from '../browser/navigate.ts'
import { RequestError } from '../browser/request-error.ts'
import { forgetSavedStates } from '../browser/saved-page-state.ts'

/** Ends the session, clears what pages kept for this viewer, and leaves for the visitor's front page. */
export async function signOut(): Promise<void> {
  try {
    await api.signOut()
  } catch (error) {
    // The session is over already: what was asked for is so.
    if (!(error instanceof RequestError) || error.status !== 401) throw error
  }
  forgetSavedStates()
  goTo('/')
}
