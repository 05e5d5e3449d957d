import { expect, test } from 'vitest'
import { doubleContext } from '../../doubles/context/double-context.ts'
import { openContext } from '../../services/data/services-state.ts'
import { sampleState } from './sample-state.ts'

test('a sample server starts from what another double left', () => {
  const services = openContext('http://localhost:1', undefined, () => 0)
  services.state.doubles['acme'] = { lights: { kitchen: 'on' } }
  const ctx = doubleContext(services, 'acme')
  expect(sampleState(ctx)).toMatchObject({ n: 0, happened: {}, kept: [] })
  sampleState(ctx).n = 3
  expect(sampleState(ctx).n).toBe(3)
})
