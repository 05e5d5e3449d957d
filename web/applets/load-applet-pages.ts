import { appletPath, CREATE_PATH, editPath } from '../../worker/contract/addresses.ts'
import type { Applet, AppletEditResponse } from '../../worker/contract/applets/applet.ts'
import { APPLET_TAKEN_DOWN } from '../../worker/contract/applet-taken-down.ts'
import { VERSION_CHANGED } from '../../worker/contract/version-words.ts'
import type { RefusedForm } from '../../worker/contract/accounts/form-pages.ts'
import { ApiRefusal, unwrap } from '../edge/api/api-fetch.ts'
import { aboutApplet } from '../edge/head/structured-data.ts'
import { fitDescription } from '../edge/head/fit-description.ts'
import type { PageHead } from '../edge/head/page-head.ts'
import { canonicalAddress } from '../edge/routing/canonical-address.ts'
import type { Loaded, LoadInput, PrivateLoadInput } from '../edge/routing/page-route.ts'
import type { EditData } from './edit/use-edit.ts'
import type { ConnectionPageData } from './connection-page/connection-page.tsx'

/** Loads the connection page: the public part from the cache, the viewer's part as a promise that starts first. */
export async function loadConnectionPage(input: LoadInput): Promise<Loaded<ConnectionPageData>> {
  const { api, mine, now, timeZone } = input
  const param = { id: input.params.id ?? '' }
  const viewer = mine
    ? Promise.all([
        unwrap(mine.api.applets[':id'].viewer.$get({ param })),
        // Refused for those who never enabled it.
        unwrap(mine.api.applets[':id'].health.$get({ param })).catch(() => null),
      ]).then(([{ viewer: own }, runs]) => own && { ...own, runs, clock: { now, timeZone } })
    : null
  viewer?.catch(() => null)
  const [applet, home] = await Promise.all([publicApplet(input), unwrap(api.api.home.$get()).catch(() => null)])
  const elsewhere = canonicalAddress(input, appletPath(applet))
  if (elsewhere) return elsewhere
  const notice = applet.taken_down ? APPLET_TAKEN_DOWN : isChanged(input) ? VERSION_CHANGED : null
  const data = { applet, home, notice }
  const { name: title } = applet
  const description = describeApplet(applet)
  return { kind: 'page', data, title, description, head: headOfApplet(applet), ...(viewer && { viewer }) }
}

const LIST = new Intl.ListFormat('en')

function describeApplet({ description, step_services }: Applet): string {
  const services = LIST.format(step_services.map(({ name }) => name))
  return fitDescription(description, `An Applet that works with ${services}. Turn it on, and it runs by itself.`)
}

/** The Applet's color is its trigger's, so the trigger's service gives the image too. */
function headOfApplet(applet: Applet): PageHead {
  const services = applet.step_services.map(({ module_name }) => module_name)
  const [first] = applet.step_services
  const breadcrumbs = [
    { name: 'Explore', path: '/explore' },
    ...(first ? [{ name: first.name, path: `/${first.module_name}` }] : []),
    { name: applet.name, path: appletPath(applet) },
  ]
  return { services, breadcrumbs, about: aboutApplet(applet), unlisted: !applet.listed }
}

/** A user pressed Connect on a version that is no longer the newest: a cache may have that one still. */
function isChanged({ mine, search }: LoadInput): boolean {
  return mine !== null && search.has('changed')
}

/** Only its author sees a draft, and its users what was taken down, so an Applet missing from the public part is requested again as the viewer. */
async function publicApplet(input: LoadInput): Promise<Applet> {
  const { mine, params } = input
  const api = isChanged(input) ? input.fresh : input.api
  const param = { id: params.id ?? '' }
  try {
    return (await unwrap(api.api.applets[':id'].$get({ param }))).applet
  } catch (error) {
    if (!mine || !(error instanceof ApiRefusal) || ![404, 410].includes(error.status)) throw error
    return (await unwrap(mine.api.applets[':id'].$get({ param }))).applet
  }
}

/** Loads the edit page, which is the viewer's own. Its author edits the Applet itself, where Applets are made. */
export async function loadEditPage(input: PrivateLoadInput): Promise<Loaded<EditData>> {
  const param = { id: input.params.id ?? '' }
  const data = await unwrap(input.mine.api.applets[':id'].edit.$get({ param }))
  if (isOwnToEdit(data)) return { kind: 'redirect', to: `${CREATE_PATH}?applet_id=${data.applet.id}` }
  const refused = input.refused && withoutSecrets(input.refused, data)
  return (
    canonicalAddress(input, editPath(data.applet)) ?? {
      kind: 'page',
      data: { ...data, refused, timeZone: input.timeZone },
      title: `Edit ${data.applet.name}`,
    }
  )
}

/** What was typed into fields that may be shown again. */
function withoutSecrets({ values, ...refused }: RefusedForm, { fields }: AppletEditResponse): RefusedForm {
  const kept = fields.flatMap(({ key, type }) => (type === 'secret' || !(key in values) ? [] : [[key, values[key]]]))
  return { ...refused, values: Object.fromEntries(kept) }
}

/** Connections are not made there, and an archived Applet is restored first. */
function isOwnToEdit({ applet, viewer }: AppletEditResponse): boolean {
  return viewer.is_author && applet.config_type === 'static' && viewer.status !== 'archived'
}
