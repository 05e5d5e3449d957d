import { useRef, useState } from 'react'
import type { DescribedDraft } from '../../../worker/contract/drafts/describe-draft.ts'
import { rulesIn, upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { useUpgradeModalStore } from '../../site/upgrade/store/upgrade-modal-store.ts'
import { describeReducer, isWaitedFor, NOT_ASKED, type DescribeEvent } from './describe-flow.ts'
import { describeProblem } from './describe-problem.ts'

export type DescribeCalls = {
  describe(sentence: string, simple: boolean): Promise<DescribedDraft>
  deleteDraft(id: number): Promise<unknown>
}

/** Drives the form: asks once, lets its user stop waiting, and offers the plan that a limit asks for. */
export function useDescribe(
  { describe, deleteDraft }: DescribeCalls,
  onDescribed: (described: DescribedDraft) => void,
) {
  const [state, setState] = useState(NOT_ASKED)
  const current = useRef(state)
  const { ask: askForUpgrade } = useUpgradeModalStore()

  function dispatch(event: DescribeEvent) {
    current.current = describeReducer(current.current, event)
    setState(current.current)
  }
  async function ask(sentence: string, simple = false): Promise<void> {
    const before = current.current.attempt
    dispatch({ type: 'asked' })
    const { attempt } = current.current
    if (attempt === before) return
    try {
      const described = await describe(sentence, simple)
      if (!isWaitedFor(current.current, attempt)) return await deleteLate(described)
      dispatch({ type: 'answered', attempt, described })
      onDescribed(described)
    } catch (error) {
      const waited = isWaitedFor(current.current, attempt)
      dispatch({ type: 'refused', attempt, problem: describeProblem(error) })
      const upgrade = waited ? upgradeRequestFor(rulesIn(error)) : null
      if (upgrade && (await askForUpgrade(upgrade))) await ask(sentence, simple)
    }
  }
  async function deleteLate({ draft: { id } }: DescribedDraft) {
    if (id !== null) await deleteDraft(id).catch(() => null)
  }
  return {
    state,
    ask,
    cancel: () => dispatch({ type: 'canceled' }),
    edit: () => dispatch({ type: 'edited' }),
  }
}
