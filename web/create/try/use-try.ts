import { useReducer, useRef, useState } from 'react'
import { triggerOf } from '../../../worker/contract/drafts/draft-steps.ts'
import type { AppletDraft } from '../../../worker/contract/drafts/draft.ts'
import type { TriedEvent } from '../../../worker/contract/drafts/try-draft.ts'
import { randomId } from '../../browser/device/random-id.ts'
import { messageOf, RequestError, SaidError } from '../../browser/request/request-error.ts'
import { tryApi } from './try-calls.ts'
import { NOT_TRIED, tryReducer, type TryEvent, type TryProblem } from './try-flow.ts'

const NOT_SAVED = 'Your draft could not be saved, so it cannot be tried. Please try again.'

/** Drives the panel: each call saves the draft before. `save` resolves with its id, or null where it cannot. */
export function useTry(doc: AppletDraft, save: () => Promise<number | null>) {
  const [state, send] = useTryOfDraft(doc)
  const pressed = useRef<{ of: string; id: string }>(null)

  async function attempt(work: (id: number) => Promise<TryEvent>) {
    try {
      const id = await save()
      if (id === null) throw new SaidError(NOT_SAVED)
      send(await work(id))
    } catch (error) {
      send({ type: 'failed', problem: problemOf(error) })
    }
  }
  return {
    state,
    fetchEvent() {
      send({ type: 'fetch' })
      void attempt(async (id) => ({ type: 'fetched', sample: await tryApi.sample(id) }))
    },
    chooseEvent: (index: number) => send({ type: 'chosen', index }),
    dryRun(event: TriedEvent) {
      send({ type: 'dry_run' })
      void attempt(async (id) => ({ type: 'answered', steps: (await tryApi.dryRun(id, event)).steps }))
    },
    askToRun: () => send({ type: 'asked' }),
    declineToRun: () => send({ type: 'declined' }),
    runOnce(event: TriedEvent) {
      const of = JSON.stringify([doc, event])
      // Where the answer was lost, the same press is sent again.
      const press = pressed.current?.of === of ? pressed.current.id : randomId()
      pressed.current = { of, id: press }
      send({ type: 'confirmed' })
      void attempt(async (id) => {
        const { run } = await tryApi.runOnce(id, event, press)
        pressed.current = null
        return { type: 'sent', run }
      })
    },
  }
}

/** A change of the draft takes away what was said of it; another trigger, also its event. */
function useTryOfDraft(doc: AppletDraft) {
  const [state, send] = useReducer(tryReducer, NOT_TRIED)
  const trigger = triggerOf(doc)
  const now = { trigger: trigger && `${trigger.module_name}/${trigger.slug}`, doc: JSON.stringify(doc) }
  const [tried, setTried] = useState(now)
  if (tried.doc !== now.doc) {
    setTried(now)
    send({ type: 'changed', trigger: tried.trigger !== now.trigger })
  }
  return [state, send] as const
}

function problemOf(error: unknown): TryProblem {
  const code = error instanceof RequestError ? error.error?.code : undefined
  return { message: messageOf(error), upgrade: code === 'tier_required' }
}
