import { useState } from 'react'
import type { OperatorOverview } from '../../worker/contract/operator/operator-overview.ts'
import { operatorApi } from '../api/operator-calls.ts'
import type { PageProps } from '../site/session.ts'
import { ChangeList } from './change-list.tsx'
import { EventTable } from './event-table.tsx'
import { HostTable } from './host-table.tsx'
import { RunnerCounts } from './runner-counts.tsx'
import { ServiceTable } from './service-table.tsx'
import '../styles/tables.css'
import './operator-page.css'

export type OperatorData = OperatorOverview & { timeZone: string }

/** /settings/operator: what an operator has to know today, and may do at once (§D53). */
export function Page({ data: { timeZone, ...loaded } }: PageProps<OperatorData>) {
  const [{ services, hosts, runners, events, changes }, setOverview] = useState<OperatorOverview>(loaded)
  const reload = async () => setOverview(await operatorApi.overview())
  return (
    <div className="operator-page page">
      <header>
        <h1>Operator</h1>
        <p className="quiet-text">Each change asks whether it is you, and stays in the list below.</p>
      </header>
      <ServiceTable services={services} hosts={hosts} onChanged={reload} />
      <HostTable hosts={hosts} />
      <RunnerCounts runners={runners} timeZone={timeZone} />
      <EventTable events={events} timeZone={timeZone} onChanged={reload} />
      <ChangeList changes={changes} timeZone={timeZone} />
    </div>
  )
}
