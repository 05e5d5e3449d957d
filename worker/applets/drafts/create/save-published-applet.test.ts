import { setWait } from '../../../contract/drafts/draft-steps.ts'
import { expect, test } from 'vitest'
import { publishApplet } from '../../publish/publish-applet.ts'
import { updateApplet } from '../../publish/update-applet.ts'
import { at, textOf } from '../../testing/stored-applet.fixture.ts'
import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { users } from '../../../db/schema/accounts.ts'
import { applets } from '../../../db/schema/applets.ts'
import { beforeBatch } from '../../../testing/before-batch.ts'
import { createDraft } from '../edit/create-draft.ts'
import { listDrafts } from '../edit/list-drafts.ts'
import { aDraftFixture, aStoredDraft, chosen } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

/** A private Applet, with the draft of a change. */
async function anEdit(change: DraftChange) {
  const fixture = await aDraftFixture()
  const { ctx, db } = fixture
  const { id } = await aStoredDraft(ctx, fixture)
  const made = await createApplet(ctx, id ?? 0, 1)
  const { draft } = await createDraft(ctx, { applet_id: made.id, changes: [change] })
  const save = () => createApplet(ctx, draft.id ?? 0, draft.version)
  const nameNow = async () => (await db.select({ name: applets.name }).from(applets).get())?.name
  return { ...fixture, made, draft, save, nameNow }
}

async function aPublishedEdit(change: DraftChange) {
  const edit = await anEdit(change)
  await edit.db.update(applets).set({ published_at: 1 })
  return edit
}

test("Save gives a published Applet no service's name", async () => {
  const { made, save, nameNow } = await aPublishedEdit({ kind: 'set_name', name: 'G1tHub' })
  await expect(save()).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { errors: [{ attribute: 'name', message: SENTENCES.applet_name_service }] },
  })
  expect(await nameNow()).toBe(made.name)
})

test('Save gives a published Applet no name with a link', async () => {
  const { save } = await aPublishedEdit({ kind: 'set_name', name: 'More at evil.example' })
  await expect(save()).rejects.toMatchObject({
    detail: { errors: [{ message: SENTENCES.applet_name_link }] },
  })
})

test('Save gives a published Applet a good name', async () => {
  const { save, nameNow } = await aPublishedEdit({ kind: 'set_name', name: 'A better name' })
  await save()
  expect(await nameNow()).toBe('A better name')
})

test('an Applet that was taken down is not saved', async () => {
  const { db, save } = await aPublishedEdit(setWait(5))
  await db.update(applets).set({ taken_down: 'applet' })
  await expect(save()).rejects.toMatchObject({ code: 'taken_down' })
})

test.each([
  ['a takedown keeps Save out', aPublishedEdit, 'Another name', { taken_down: 'applet' }, 'taken_down'],
  ['a publication has the name checked', anEdit, 'G1tHub', { published_at: 1 }, 'invalid_input'],
] as const)('%s between reading and writing', async (_, edited, name, change, code) => {
  const { ctx, db, draft, nameNow, made } = await edited({ kind: 'set_name', name })
  const meanwhile = async () => {
    await db.update(applets).set(change)
  }
  await expect(createApplet(beforeBatch(ctx, 2, meanwhile), draft.id ?? 0, draft.version)).rejects.toMatchObject({
    code,
  })
  expect(await nameNow()).toBe(made.name)
})

test('Save keeps the name that a publication gave meanwhile', async () => {
  const { ctx, db, made, save, nameNow } = await anEdit(setWait(5))
  await db.update(users).set({ email_verified_at: 1 })
  await publishApplet(ctx, at(made), { ...textOf(made), name: 'A name for everyone' })
  await save()
  expect(await nameNow()).toBe('A name for everyone')
})

test('Save keeps the name that a rename gave meanwhile', async () => {
  const { ctx, made, save, nameNow } = await anEdit(setWait(5))
  await updateApplet(ctx, { applet_id: String(made.id), name: 'Renamed' })
  await save()
  expect(await nameNow()).toBe('Renamed')
})

test('Save gives the name that was typed in the draft', async () => {
  const { ctx, made, save, nameNow } = await anEdit({ kind: 'set_name', name: 'Typed here' })
  await updateApplet(ctx, { applet_id: String(made.id), name: 'Renamed' })
  await save()
  expect(await nameNow()).toBe('Typed here')
})

test('an unfinished edit is listed under the name that its Applet has', async () => {
  const { ctx, made } = await anEdit(setWait(5))
  await updateApplet(ctx, { applet_id: String(made.id), name: 'Renamed' })
  expect((await listDrafts(ctx)).drafts).toMatchObject([{ name: 'Renamed' }])
})

const SECRET = 'https://hooks.slack.com/services/T0/B0/xyz'

/** A private Applet that is changed to call this address, and the save of any change. */
async function aCallingEdit() {
  const { ctx, db, made, steps } = await anEdit(setWait(5))
  const draftOf = async (...changes: DraftChange[]) => {
    const { draft } = await createDraft(ctx, { applet_id: made.id, changes })
    return { id: draft.id ?? 0, version: draft.version }
  }
  const save = ({ id, version }: { id: number; version: number }, seen?: string[]) =>
    createApplet(ctx, id, version, seen)
  const publish = () => db.update(applets).set({ published_at: 1 })
  const call: DraftChange[] = [chosen(steps.call, 's1'), { kind: 'set_fields', key: 's1', fields: { address: SECRET } }]
  return { save, draftOf, publish, call }
}

test('Save makes a new address like a secret public only once seen', async () => {
  const { save, draftOf, publish, call } = await aCallingEdit()
  await publish()
  const [host, draft] = ['hooks.slack.com', await draftOf(...call)]
  for (const seen of [undefined, ['example.test']]) {
    await expect(save(draft, seen)).rejects.toMatchObject({
      code: 'invalid_input',
      detail: {
        errors: [{ attribute: 's1.address', message: SENTENCES.address_like_secret(host), data: { address: host } }],
      },
    })
  }
  expect(await save(draft, [host])).toMatchObject({ published: true, newer_version: false })
})

test("an address of each user's own needs no second press", async () => {
  const { save, draftOf, publish, call } = await aCallingEdit()
  await publish()
  await draftOf(...call)
  const saved = await save(await draftOf({ kind: 'ask_users', key: 's1', field: 'address', asked: true }))
  expect(saved).toMatchObject({ published: true, fields: { '2.address': SECRET }, fixed_destinations: [] })
})

test('an address that was public already can be saved again', async () => {
  const { save, draftOf, publish, call } = await aCallingEdit()
  await save(await draftOf(...call))
  await publish()
  expect(await save(await draftOf(setWait(9)))).toMatchObject({ published: true })
})
