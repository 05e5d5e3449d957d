import { appletPath, reportPath } from '../../../worker/contract/addresses.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import { canonicalAddress } from '../../edge/routing/canonical-address.ts'
import type { Loaded, LoadInput } from '../../edge/routing/page-route.ts'
import type { ReportData } from './report-page.tsx'

/** Loads the page on which anyone reports a published Applet. */
export async function loadReportPage(input: LoadInput): Promise<Loaded<ReportData>> {
  const { fresh, params, refused, search } = input
  const { applet } = await unwrap(fresh.api.applets[':id'].$get({ param: { id: params.id ?? '' } }))
  const { id, name, author } = applet
  const data = { applet: { id, name, author, path: appletPath(applet) }, sent: search.has('sent') && !refused, refused }
  return canonicalAddress(input, reportPath(id)) ?? { kind: 'page', data, title: `Report ${name}` }
}
