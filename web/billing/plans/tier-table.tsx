import { opensServicesOf, PLANS, SOLD_PLANS, type Plan } from '../../../worker/contract/tiers.ts'
import '../../ui/styles/tables.css'
import './plans-page.css'

const COLUMNS = ['free', ...SOLD_PLANS] as const
type Column = (typeof COLUMNS)[number]

const COUNT = new Intl.NumberFormat('en-US')
const yes = (allowed: boolean) => (allowed ? 'Yes' : 'No')
const counted = (limit: number | null) => (limit === null ? 'Unlimited' : COUNT.format(limit))
const limit = (read: (limits: Plan) => string) => (tier: Column) => read(PLANS[tier])

function exclusive(tier: Column): string {
  const opened = SOLD_PLANS.filter((plan) => opensServicesOf(plan, tier))
  if (opened.length === 0) return 'No'
  const names = opened.map((plan) => PLANS[plan].name)
  return opened.length === SOLD_PLANS.length ? 'All' : `${new Intl.ListFormat('en-US').format(names)} services`
}

const ROWS: readonly { label: string; value: (tier: Column) => string }[] = [
  { label: 'Applets enabled at once', value: limit(({ applets }) => counted(applets)) },
  { label: 'Multi-action Applets', value: limit(({ multi_action }) => yes(multi_action)) },
  { label: 'Queries', value: limit(({ queries }) => yes(queries)) },
  { label: 'Filter code', value: limit(({ filter_code }) => yes(filter_code)) },
  { label: 'Exclusive services', value: exclusive },
  { label: 'Several accounts of one service', value: limit((limits) => yes(limits.multi_service_account)) },
  { label: 'AI creations a day', value: limit((limits) => counted(limits.ai_creations_per_day)) },
  { label: 'API requests a minute', value: limit((limits) => counted(limits.api_requests_per_minute)) },
  { label: 'Webhook events a minute', value: limit((limits) => counted(limits.hook_events_per_minute)) },
]

/** The limits of each tier, the same that the Worker enforces. */
export function TierTable() {
  return (
    <table className="tier-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          {COLUMNS.map((tier) => (
            <th key={tier} scope="col">
              {PLANS[tier].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {COLUMNS.map((tier) => (
              <td key={tier} className={value(tier) === 'No' ? 'no' : undefined}>
                {value(tier)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
