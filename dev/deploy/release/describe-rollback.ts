/** Ids of what answered before. `worker` is the API's. */
type Before = Record<'worker' | 'runner' | 'pages', { active: { id: string } | null } | null>
type Change = {
  before: Before
  /** Whether a new version of each part was deployed. */
  isNew: Record<keyof Before, boolean>
  migrations: readonly string[]
  /** Whether classes of Durable Objects were added or moved. */
  objectsChanged: boolean
}

/**
 * How to go back to what ran before, and what going back leaves as it is. Pages first, because they need the calls of a
 * Worker as new as they are, and the Runner's Worker last, because the API Worker calls it.
 */
export function describeRollback({ before, isNew, migrations, objectsChanged }: Change): string[] {
  if (!Object.values(isNew).includes(true)) return []
  const idOf = (part: keyof Before) => (isNew[part] ? before[part]?.active?.id : undefined)
  const [pages, worker, runner] = [idOf('pages'), idOf('worker'), idOf('runner')]
  const commands = [
    ...(pages ? [`npm run deploy -- --rollback-pages ${pages}`] : []),
    [
      ...(worker ? [`npm run wrangler -- rollback ${worker} --yes`] : []),
      ...(runner ? [`npm run wrangler -- runner rollback ${runner} --yes`] : []),
    ].join(' && '),
  ].filter((line) => line !== '')
  if (commands.length === 0) return ['This was the first deployment, so there is nothing to go back to.']
  return [
    'To go back:',
    ...commands.map((line) => `  ${line}`),
    'Going back does not undo:',
    ...(migrations.length > 0
      ? [`  migrations of D1 (${migrations.join(', ')}). They only add, so the Workers before run with them`]
      : []),
    ...(objectsChanged
      ? [
          '  the migration of Durable Objects. Cloudflare refuses to go back to a version before it: deploy a corrected one instead',
        ]
      : []),
    '  what people and Stripe have written since, the catalog of services, and secrets',
  ]
}
