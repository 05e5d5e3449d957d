import { useEffect, useState } from 'react'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { draftApi } from '../../browser/api/draft-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { after } from '../../browser/time/timers.ts'

/** How long typing must rest before a search, in ms. */
const TYPING_RESTS = 200

/** A search for steps: by words in all steps of a kind, or the steps of one service. */
export type StepQuery = { q: string; service: string | null }

type Answer = {
  /** null until the first answer, and while another list is on its way. While somebody types, the last answer stays. */
  found: readonly FoundDraftStep[] | null
  /** They are of words or of a service, not the recent and popular ones. */
  isOfQuery: boolean
  problem: string | null
}

/**
 * The steps for a query, the best first. `first`: those for no words, if the page brought them. `isCurrent`: they are
 * those for what is asked now.
 */
export function useStepSearch(
  kind: StepKind,
  { q, service }: StepQuery,
  first: readonly FoundDraftStep[] | null,
): Answer & { isCurrent: boolean; retry: () => void } {
  const [state, setState] = useState<Answer>({ found: first, isOfQuery: false, problem: null })
  const [answered, setAnswered] = useState(first === null ? null : nameQuery('', null, 0))
  const [tries, setTries] = useState(0)
  const wanted = nameQuery(q, service, tries)

  useEffect(() => {
    if (answered === wanted) return undefined
    let isLate = false
    const answer = (next: Answer) => {
      if (isLate) return
      setState(next)
      setAnswered(wanted)
    }
    const stop = after(q === '' ? 0 : TYPING_RESTS, () => {
      // Typing goes on from what is there; another service is another list.
      if (q === '') setState((known) => ({ ...known, found: null }))
      const isOfQuery = q.trim() !== '' || service !== null
      draftApi.findSteps(kind, q, service ?? undefined).then(
        ({ steps }) => answer({ found: steps, isOfQuery, problem: null }),
        (error: unknown) => answer({ found: null, isOfQuery, problem: messageOf(error) }),
      )
    })
    return () => {
      isLate = true
      stop()
    }
  }, [kind, q, service, wanted, answered])

  return { ...state, isCurrent: answered === wanted, retry: () => setTries(tries + 1) }
}

function nameQuery(q: string, service: string | null, tries: number): string {
  return JSON.stringify([q.trim(), service, tries])
}
