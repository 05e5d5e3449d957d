import type { SourceAddress, SourcePlace } from '../../../system/runner-api/source-api.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** That a subscription follows a Source, and how far it knows that. */
export type Follow = SourcePlace & { subscription: number; identity: string; address: SourceAddress }

type Row = Omit<Follow, 'address'> & { address: string }

function fromRow(row: Row): Follow {
  return { ...row, address: JSON.parse(row.address) }
}

export function readFollow({ world }: RunnerMemory, subscription: number): Follow | null {
  const [row] = world.sql<Row>('select * from follow where subscription = ?', subscription)
  return row ? fromRow(row) : null
}

export function listFollows({ world }: RunnerMemory): Follow[] {
  return world.sql<Row>('select * from follow').map(fromRow)
}

export function saveFollow({ world }: RunnerMemory, { subscription, identity, address, generation, number }: Follow) {
  world.sql(
    `insert into follow (subscription, identity, address, generation, number) values (?, ?, ?, ?, ?)
     on conflict (subscription) do update set address = excluded.address, generation = excluded.generation,
     number = excluded.number`,
    subscription,
    identity,
    JSON.stringify(address),
    generation,
    number,
  )
}

export function dropFollow({ world }: RunnerMemory, subscription: number): void {
  world.sql('delete from follow where subscription = ?', subscription)
}
