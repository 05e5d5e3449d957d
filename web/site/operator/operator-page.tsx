import { useState } from 'react'
import type { OperatorOverview } from '../../../worker/contract/operator/operator-overview.ts'
import type { Moderation } from '../../../worker/contract/moderation/applet-report.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import type { PageProps } from '../session/session.ts'
import { AttentionList } from './attention-list.tsx'
import { ChangeList } from './change-list.tsx'
import { EventTable } from './event-table.tsx'
import { HostTable } from './host-table.tsx'
import { LentLoginList } from './lent-login-list.tsx'
import { ModerationList } from './moderation-list.tsx'
import { RunnerCounts } from './runner-counts.tsx'
import { ServiceTable } from './service-table.tsx'
import '../../ui/styles/tables.css'
import './operator-page.css'

type Shown = OperatorOverview & { moderation: Moderation }
export type OperatorData = Shown & { timeZone: string }

/** /settings/operator: what an operator has to know today, and may do at once. */
export function Page({ data: { timeZone, ...loaded } }: PageProps<OperatorData>) {
  const [shown, show] = useState<Shown>(loaded)
  const { services, hosts, runners, events, changes, logins, moderation } = shown
  const reload = async () => {
    const [overview, now] = await Promise.all([operatorApi.overview(), operatorApi.moderation()])
    show({ ...overview, moderation: now })
  }
  return (
    <div className="operator-page page">
      <header>
        <h1>Operator</h1>
        <p className="quiet-text">Each change asks whether it is you, and stays in the list below.</p>
      </header>
      <AttentionList overview={shown} />
      <ServiceTable services={services} hosts={hosts} onChanged={reload} />
      <ModerationList moderation={moderation} timeZone={timeZone} onChanged={reload} />
      <LentLoginList logins={logins} timeZone={timeZone} onChanged={reload} />
      <HostTable hosts={hosts} />
      <RunnerCounts runners={runners} timeZone={timeZone} />
      <EventTable events={events} timeZone={timeZone} onChanged={reload} />
      <ChangeList changes={changes} timeZone={timeZone} />
    </div>
  )
}
