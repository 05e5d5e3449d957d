import { useRef } from 'react'
import { appletPath, editPath, safeReturnTo } from '../../../worker/contract/addresses.ts'
import {
  isOnNow,
  type Applet,
  type AppletEditResponse,
  type AppletField,
} from '../../../worker/contract/applets/applet.ts'
import { labelChoice, labelsOf, type ChoiceLabels } from '../../../worker/contract/applets/choice-label.ts'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { destinationSentence } from '../../../worker/contract/applets/fixed-destination.ts'
import { PLACES_UNSEEN } from '../../../worker/contract/version-words.ts'
import { fieldProblem } from '../../../worker/contract/applets/field-values.ts'
import { api } from '../../browser/api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { fireWindowEvent } from '../../browser/document/browser-document.ts'
import { upgradeRequestFor, rulesIn } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { useUpgradeModalStore } from '../../site/upgrade/store/upgrade-modal-store.ts'
import { useKeptTyping } from '../../ui/form/use-kept-typing.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { CONNECTION_NOT_UPDATED, CONNECTION_UPDATED } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'

/** The places that the user has confirmed: the key of a field has a dot. */
export const SEEN = 'seen'

/** `timeZone`: the user's. */
export type EditData = AppletEditResponse & { refused: RefusedForm | null; timeZone: string }

type Given = { data: EditData; onChanged: (now: EditData) => void }

/**
 * Saves the fields (§4.8) and returns to the Applet's page, which shows the outcome. Where its author has saved another
 * version meanwhile, `onChanged` gets that one, and what was typed stays.
 */
export function useEdit({ data, onChanged }: Given) {
  const { applet, fields, update, refused, viewer } = data
  const flash = useFlash()
  const { ask } = useUpgradeModalStore()
  const names = fields.map((field) => field.key)
  const places = update?.destinations ?? []
  const { rev } = applet
  const wasOn = viewer.status === 'enabled_for_user'
  const listed = useRef<ChoiceLabels>({})

  /** Offers the plan that the save needs; after the upgrade the save continues automatically (§2.4, §4.2). */
  async function send({ [SEEN]: seen = '', ...values }: Record<string, string>): Promise<void> {
    const input = { fields: values, labels: labelsOf(listed.current, values), rev, seen: seen.split('\n') }
    try {
      await api.saveApplet(applet.id, input)
    } catch (error) {
      const offered = upgradeRequestFor(rulesIn(error))
      // Of one that is on, the Applet's own rules would say that nothing blocks it: the version that runs.
      const appletId = wasOn ? {} : { appletId: applet.id }
      const upgraded = offered && (await ask({ ...offered, ...appletId, editing: true }))
      if (!upgraded) throw error
      await api.saveApplet(applet.id, input)
    }
  }

  async function save(values: Record<string, string>): Promise<void> {
    try {
      await send(values)
    } catch (error) {
      // The form says why the plan does not allow it and keeps the typed values.
      if (rulesIn(error)) throw error
      if (isChanged(error, applet)) {
        onChanged(sinceThen(data, await api.appletToEdit(applet.id)))
        throw error
      }
      const elsewhere = redirectOf(error, applet)
      if (elsewhere === null) {
        if (!isAboutFields(error, [...names, SEEN])) flash('danger', refusalWords(error, CONNECTION_NOT_UPDATED))
        throw error
      }
      if (!elsewhere.startsWith('/activate?')) leaveFlash({ type: 'danger', message: messageIn(error) })
      return goTo(elsewhere)
    }
    fireWindowEvent('appletEnabled', { id: applet.id, friendly_id: applet.friendly_id })
    leaveFlash({ type: 'success', message: wasOn ? CONNECTION_UPDATED : isOnNow(applet.name) })
    return goTo(appletPath(applet))
  }

  const check = (values: Record<string, string>) => {
    const seen = new Set(values[SEEN]?.split('\n'))
    const unseen = places.every(({ key }) => seen.has(key)) ? {} : { [SEEN]: PLACES_UNSEEN }
    return { ...unseen, ...problemsIn(fields, values) }
  }
  /** Keeps what the service calls the choices of a field. */
  function keepLabels(key: string, options: readonly FieldOption[]): void {
    Object.assign(listed.current, ...options.map((option) => labelChoice(key, option)))
  }
  const form = useForm([...names, SEEN], save, check, { action: editPath(applet), refused })
  useKeptTyping(form.state.kind === 'accepted')
  return { ...form, keepLabels }
}

/** The newest version; who has none yet is asked about the places that the one before did not have. */
function sinceThen(before: EditData, now: AppletEditResponse): EditData {
  const known = new Set(before.applet.fixed_destinations.map(destinationSentence))
  const places = now.applet.fixed_destinations.filter((each) => !known.has(destinationSentence(each)))
  const update = now.update ?? (places.length > 0 ? { changes: [], destinations: places } : null)
  return { ...now, update, refused: null, timeZone: before.timeZone }
}

function problemsIn(fields: readonly AppletField[], values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = fieldProblem(field, values[field.key])
      return problem === null ? [] : [[field.key, problem]]
    }),
  )
}

/** Where the server redirects, such as to an activation. Not this page, which shows its errors itself. */
function redirectOf(error: unknown, applet: Applet): string | null {
  const to = error instanceof RequestError ? safeReturnTo(error.error?.redirect_to) : null
  return to?.startsWith(editPath(applet)) ? null : to
}

/** Whether its author has saved another version, which this page can show. */
function isChanged(error: unknown, applet: Applet): boolean {
  return isOutdated(error) && error.error?.redirect_to === editPath(applet)
}

function isAboutFields(error: unknown, names: readonly string[]): boolean {
  const errors = error instanceof RequestError ? (error.body.errors ?? []) : []
  return errors.some(({ attribute }) => names.includes(attribute))
}

function messageIn(error: unknown): string {
  return error instanceof Error ? error.message : CONNECTION_NOT_UPDATED
}
