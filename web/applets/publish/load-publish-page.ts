import { publishPath } from '../../../worker/contract/addresses.ts'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import type { Publication } from '../../../worker/contract/applets/publication.ts'
import type { Service } from '../../../worker/contract/connections/service.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import { canonicalAddress } from '../../edge/routing/canonical-address.ts'
import type { Loaded, PrivateLoadInput } from '../../edge/routing/page-route.ts'
import { connectLabel, knobService, shortened } from '../connect/button/connect-label.ts'
import { initialState } from '../connect/flow/connect-state.ts'
import { stepRows, type StepRow } from '../details/step-rows.ts'

/** The parts of an Applet that a visitor sees besides its words. */
export type SeenByVisitors = { rows: StepRow[]; connect: { label: string; service: Service | null } }
export type PublishPageData = { publication: Publication; seen: SeenByVisitors }

/** Loads what an Applet's author decides before publishing it. Not found for everyone else. */
export async function loadPublishPage(input: PrivateLoadInput): Promise<Loaded<PublishPageData>> {
  const param = { id: input.params.id ?? '' }
  const publication = await unwrap(input.mine.api.applets[':id'].publication.$get({ param }))
  const { applet } = publication
  const elsewhere = canonicalAddress(input, publishPath(applet))
  return (
    elsewhere ?? { kind: 'page', data: { publication, seen: seenByVisitors(applet) }, title: `Publish ${applet.name}` }
  )
}

/** By the code of the Applet's own page, which only the server shares: in the browser neither page loads more for it. */
export function seenByVisitors(applet: Applet): SeenByVisitors {
  const state = initialState(applet, null)
  return { rows: stepRows(applet), connect: { label: shortened(connectLabel(state)), service: knobService(state) } }
}
