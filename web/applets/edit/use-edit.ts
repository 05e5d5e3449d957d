import { appletPath, safeReturnTo } from '../../../worker/contract/addresses.ts'
import {
  isOnNow,
  type Applet,
  type AppletEditResponse,
  type AppletField,
} from '../../../worker/contract/applets/applet.ts'
import { fieldProblem } from '../../../worker/contract/applets/field-values.ts'
import { api } from '../../browser/api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { fireWindowEvent } from '../../browser/document/browser-document.ts'
import { upgradeRequestFor, rulesIn } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { useUpgradeModalStore } from '../../site/upgrade/store/upgrade-modal-store.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { CONNECTION_NOT_UPDATED, CONNECTION_UPDATED } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'

/** The places that the user has confirmed: the key of a field has a dot. */
export const SEEN = 'seen'

/** Saves the fields (§4.8) and returns to the Applet's page, which shows the outcome. */
export function useEdit({ applet, fields, rev, update, viewer: { status } }: AppletEditResponse) {
  const flash = useFlash()
  const { ask } = useUpgradeModalStore()
  const names = fields.map((field) => field.key)
  const places = update?.destinations ?? []

  /** Offers the plan that the save needs; after the upgrade the save continues automatically (§2.4, §4.2). */
  async function send(values: Record<string, string>): Promise<void> {
    try {
      await api.saveApplet(applet.id, { fields: values, rev })
    } catch (error) {
      const offered = upgradeRequestFor(rulesIn(error))
      const upgraded = offered && (await ask({ ...offered, appletId: applet.id, editing: true }))
      if (!upgraded) throw error
      await api.saveApplet(applet.id, { fields: values, rev })
    }
  }

  async function save({ [SEEN]: _seen, ...values }: Record<string, string>): Promise<void> {
    try {
      await send(values)
    } catch (error) {
      // The form says why the plan does not allow it and keeps the typed values.
      if (rulesIn(error)) throw error
      const elsewhere = redirectOf(error, applet)
      if (elsewhere === null) {
        if (!isAboutFields(error, names)) flash('danger', refusalWords(error, CONNECTION_NOT_UPDATED))
        throw error
      }
      if (!elsewhere.startsWith('/activate?')) leaveFlash({ type: 'danger', message: messageIn(error) })
      return goTo(elsewhere)
    }
    fireWindowEvent('appletEnabled', { id: applet.id, friendly_id: applet.friendly_id })
    const wasOn = status === 'enabled_for_user'
    leaveFlash({ type: 'success', message: wasOn ? CONNECTION_UPDATED : isOnNow(applet.name) })
    return goTo(appletPath(applet))
  }

  return useForm([...names, SEEN], save, (values) => {
    const seen = new Set(values[SEEN]?.split('\n'))
    const unseen = places.every(({ key }) => seen.has(key)) ? {} : { [SEEN]: 'Confirm each place, or cancel.' }
    return { ...unseen, ...problemsIn(fields, values) }
  })
}

function problemsIn(fields: readonly AppletField[], values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = fieldProblem(field, values[field.key])
      return problem === null ? [] : [[field.key, problem]]
    }),
  )
}

/**
 * Where the server redirects, such as to an activation. Not this page, which shows its errors itself, unless what it
 * shows is no longer the newest version.
 */
function redirectOf(error: unknown, applet: Applet): string | null {
  const to = error instanceof RequestError ? safeReturnTo(error.error?.redirect_to) : null
  const isHere = to?.startsWith(`${appletPath(applet)}/edit`) === true
  return isHere && !isOutdated(error) ? null : to
}

function isAboutFields(error: unknown, names: readonly string[]): boolean {
  const errors = error instanceof RequestError ? (error.body.errors ?? []) : []
  return errors.some(({ attribute }) => names.includes(attribute))
}

function messageIn(error: unknown): string {
  return error instanceof Error ? error.message : CONNECTION_NOT_UPDATED
}
