/** Ids of versions and of a deployment. `worker` is the API's. */
type Before = { worker: string | null; runner: string | null; pages: string | null }
type Change = {
  before: Before
  uploaded: Record<keyof Before, boolean>
  migrations: readonly string[]
  /** Whether classes of Durable Objects were added or moved. */
  objectsChanged: boolean
}

/** How to go back to what ran before, and what going back leaves as it is. */
export function describeRollback({ before, uploaded, migrations, objectsChanged }: Change): string[] {
  const targets = [
    ...(uploaded.pages && before.pages ? [`--rollback-pages ${before.pages}`] : []),
    ...(uploaded.worker && before.worker ? [`--rollback-worker ${before.worker}`] : []),
    ...(uploaded.runner && before.runner ? [`--rollback-runner ${before.runner}`] : []),
  ]
  if (!Object.values(uploaded).includes(true)) return []
  if (targets.length === 0) return ['This was the first deployment, so there is nothing to go back to.']
  return [
    `To go back: npm run deploy -- ${targets.join(' ')}`,
    'Going back does not undo:',
    ...(migrations.length > 0
      ? [
          `  migrations of D1 (${migrations.join(', ')}). They only add, so the Workers before run with them. Their data: wrangler d1 time-travel`,
        ]
      : []),
    ...(objectsChanged
      ? [
          '  the migration of Durable Objects. Cloudflare refuses to go back to a version before it: deploy a corrected one instead',
        ]
      : []),
    '  what people and Stripe have written since, the catalog of services, and secrets',
  ]
}
