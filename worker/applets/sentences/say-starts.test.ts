import { expect, test } from 'vitest'
import { anEnablement } from '../../testing/rows.ts'
import { anAppletFixture, anAppletWithField, aPlainApplet } from '../testing/stored-applet.fixture.ts'
import { sayStarts } from './say-starts.ts'

test('an Applet of a user is its name and its start', async () => {
  const fixture = await anAppletFixture()
  const { base, db, user } = fixture
  const feed = await anAppletWithField(fixture, { name: 'Morning news' })
  const other = await aPlainApplet(fixture)
  await anEnablement(db, user, feed)
  const said = await sayStarts(base, { id: user.id, timezone: 'UTC' }, [feed.id, other.id])
  expect([...said]).toEqual([[feed.id, 'Morning news: A new item appears in your feed address']])
})
