import { useState } from 'react'
import { appletPath } from '../../../worker/contract/addresses.ts'
import { isOnNow } from '../../../worker/contract/applets/applet.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { draftApi } from '../../browser/api/draft-calls.ts'
import { watchFocus, fireWindowEvent } from '../../browser/document/browser-document.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { rulesIn, upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { useUpgradeModalStore } from '../../site/upgrade/store/upgrade-modal-store.ts'
import { earlyTypingEntered } from '../../ui/state/use-early-typing.ts'
import type { DraftOfPage } from '../draft/use-draft.ts'
import { isQuotaFull } from './quota-parts.ts'

const NOT_CREATED = 'Your draft could not be saved, so nothing was created. Please try again.'
const NOT_CHANGED = 'Your changes could not be saved, so the Applet runs as it was. Please try again.'
const CHOOSE_FIRST = 'Choose above which changes to keep, then press again.'
const CHANGED_ELSEWHERE = 'This draft was changed in another tab. Look at it once more, then press again.'

const NOT_REFUSED = { refusal: null, full: null }

/** A field of a step, and what of its address everyone sees. */
type SecretAddress = { step: string; field: string; shown: string }

export type Creating = {
  busy: boolean
  /** Why it was refused, besides the draft's own problems. */
  refusal: string | null
  /** Why it finds no room, where that is why; then there are ways to room. */
  full: EnablementRules | null
  /** The author has asked for it: from now on the summary of problems is shown. */
  submitted: boolean
  /** Addresses that look like secrets, which the next press makes public; null for none. */
  secrets: SecretAddress[] | null
  create: () => Promise<void>
}

type Parts = {
  /** Leads to the summary of problems. */
  onIncomplete: () => void
  /** A field whose value is shown, but not in the draft. */
  unkept: () => HTMLElement | null
}

/** Makes the draft an Applet and turns it on; what is missing is said first. */
export function useCreateApplet(page: DraftOfPage, { onIncomplete, unkept }: Parts): Creating {
  const [busy, setBusy] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{ version: number; refusal: string; full: EnablementRules | null } | null>(
    null,
  )
  const [asked, setAsked] = useState<{ version: number; secrets: SecretAddress[] } | null>(null)
  const { ask } = useUpgradeModalStore()
  // A change of the draft is another question.
  const isOf = (version: number) => page.draft.version === version
  const secrets = asked && page.save.kind === 'saved' && isOf(asked.version) ? asked.secrets : null
  const { refusal, full } = refused && isOf(refused.version) ? refused : NOT_REFUSED
  // Another try does not help before that.
  const reason = refusal && page.save.kind === 'conflict' ? CHOOSE_FIRST : refusal
  const editing = page.draft.applet !== null
  const refuse = (because: string, noRoom: EnablementRules | null = null) =>
    setRefused({ version: page.saved().version, refusal: because, full: noRoom })

  async function create(): Promise<void> {
    const wrong = unkept()
    if (wrong) return wrong.focus()
    const focusMoved = watchFocus()
    setBusy(true)
    setRefused(null)
    try {
      const unsaved = await earlyTypingEntered()
      // What was typed before the scripts came is not empty, though the page does not know it yet.
      if (!unsaved) setSubmitted(true)
      const isIncomplete = await createOnce({ mayUpgrade: true, unsaved })
      setSubmitted(true)
      // An author who went on while the answer was awaited keeps the focus.
      if (isIncomplete && !focusMoved()) onIncomplete()
    } catch (error) {
      const rules = rulesIn(error)
      refuse(messageOf(error), rules && isQuotaFull(rules) ? rules : null)
    } finally {
      setBusy(false)
    }
  }

  /** Whether something of the draft is missing or wrong. `unsaved`: there is more than the page was rendered with. */
  async function createOnce({ mayUpgrade, unsaved }: { mayUpgrade: boolean; unsaved: boolean }): Promise<boolean> {
    if (!unsaved && page.save.kind === 'saved' && page.saved().problems.length > 0) return true
    const id = await page.store()
    if (id === null) {
      refuse(editing ? NOT_CHANGED : NOT_CREATED)
      return false
    }
    const { version, problems } = page.saved()
    if (problems.length > 0) return true
    try {
      const seen = secrets?.map(({ shown }) => shown) ?? []
      const { applet } = await draftApi.createFromDraft(id, { version, seen })
      // Save of one's own turns nothing on.
      if (applet.status === 'enabled_for_user')
        fireWindowEvent('appletEnabled', { id: applet.id, friendly_id: applet.friendly_id })
      leaveFlash({ type: 'success', message: editing ? `Saved: ${applet.name}` : isOnNow(applet.name) })
      // The focus goes past the header, to what was made.
      goTo(`${appletPath(applet)}#main`)
      return false
    } catch (error) {
      const offered = mayUpgrade ? upgradeRequestFor(rulesIn(error)) : null
      if (offered) {
        const upgraded = await ask({ ...offered, editing })
        if (upgraded) return createOnce({ mayUpgrade: false, unsaved })
      }
      const found = secretsIn(error)
      if (found.length === 0) return explainRefusal(error, id)
      setAsked({ version, secrets: found })
      return false
    }
  }

  /** Shows each problem at its place: the server has looked at everything once more. */
  async function explainRefusal(error: unknown, id: number): Promise<boolean> {
    const status = error instanceof RequestError ? error.status : 0
    if (status !== 422 && status !== 409) throw error
    const { draft } = await (status === 422 ? draftApi.checkDraft(id) : draftApi.readDraft(id))
    page.show(draft)
    if (status === 409) {
      refuse(CHANGED_ELSEWHERE)
      return false
    }
    if (draft.problems.length === 0) throw error
    return true
  }
  return { busy, refusal: reason, full, submitted, secrets, create }
}

/** The addresses that the server names because they look like secrets. */
function secretsIn(error: unknown): SecretAddress[] {
  const errors = error instanceof RequestError ? (error.body.errors ?? []) : []
  return errors.flatMap(({ attribute, data }) => {
    const [step = '', field = ''] = attribute.split('.')
    const isAddress = typeof data === 'object' && data !== null && 'address' in data
    return isAddress ? [{ step, field, shown: String(data.address) }] : []
  })
}
