import { changeDraft } from '../../../worker/contract/drafts/change-draft.ts'
import {
  EMPTY_DRAFT,
  type AppletDraft,
  type DraftChange,
  type DraftView,
} from '../../../worker/contract/drafts/draft.ts'
import { draftApi, type DraftOrigin } from '../../browser/api/draft-calls.ts'
import { whenVisible } from '../../browser/observe/when-visible.ts'
import { whenOnline } from '../../browser/observe/when-online.ts'
import { whenHidden } from '../../browser/observe/when-hidden.ts'
import { after } from '../../browser/time/timers.ts'
import { ExternalStore } from '../../ui/state/external-store.ts'
import {
  beginState,
  docOf,
  draftReducer,
  isPending,
  type DraftEvent,
  type DraftState,
  type SaveState,
} from './draft-state.ts'
import { KeptChanges } from './kept-changes.ts'
import { failureOf } from './save-failure.ts'

/** How long typing must rest before it is saved, in ms. */
const TYPING_RESTS = 600
/** Waits before the next try, in ms; the last one for all that follow. */
const RETRY_WAITS = [2_000, 5_000, 15_000]

/** Changes by typing wait for the end of the typing; everything else is saved at once. */
const TYPED: readonly DraftChange['kind'][] = ['set_name', 'set_fields', 'set_own', 'set_pace']

/** States in which what waits may be sent without asking the user. */
const MAY_SEND: readonly SaveState['kind'][] = ['waiting', 'offline', 'retrying']

type Given = {
  draft: DraftView
  origin: DraftOrigin
  userId: string
  /** A new draft has been stored under this id. */
  onStored: (id: number) => void
}

/** A draft and its changes, which it saves. Changes that the server does not have yet are kept in this browser. */
export class DraftSaver extends ExternalStore<DraftState> {
  readonly #given: Given
  readonly #kept: KeptChanges
  #origin: DraftOrigin
  #timer = () => {}
  #tries = 0
  #sending: Promise<unknown> | null = null

  constructor(given: Given) {
    super(beginState(given.draft))
    this.#given = given
    this.#origin = given.origin
    this.#kept = new KeptChanges(given.userId, given.draft.id ?? `new${JSON.stringify(given.origin)}`)
  }

  /** Brings back what an earlier page kept, and listens until the returned function is called. */
  readonly start = (): (() => void) => {
    const found = this.#kept.take(this.get().base)
    if (found) {
      this.#send({ type: 'found', ...found })
      if (!found.conflict) void this.flush()
    }
    const again = () => void this.flush()
    const stops = [whenHidden(again), whenOnline(again), whenVisible(() => void this.reread())]
    return () => {
      for (const stop of stops) stop()
      this.#timer()
    }
  }

  /** A change that cannot be made, such as of a removed step, is passed over. */
  readonly change = (change: DraftChange): void => {
    if (!changeDraft(docOf(this.get()), change)) return
    this.#send({ type: 'changed', change })
    if (TYPED.includes(change.kind)) this.#saveIn(TYPING_RESTS)
    else void this.flush()
  }

  /** Saves what waits now. Resolves with whether the server has all of it. */
  readonly flush = async (): Promise<boolean> => {
    this.#timer()
    while (this.#sending) await this.#sending
    while (isPending(this.get()) && MAY_SEND.includes(this.get().save.kind) && (await this.#saveOnce()));
    return !isPending(this.get())
  }

  /** Stores a new draft as it is. Resolves with its id, or null where it could not be stored. */
  readonly store = async (): Promise<number | null> => {
    if (!(await this.flush())) return null
    if (this.get().base.id === null) await this.#saveOnce()
    return this.get().base.id
  }

  /** Makes the draft what it was. Returns false where a secret has to be typed again. */
  readonly restore = (doc: AppletDraft): boolean => {
    this.#send({ type: 'restored', doc })
    void this.flush()
    return this.get().lostSecrets.length === 0
  }

  readonly takeTheirs = (): void => this.#send({ type: 'tookTheirs' })

  readonly keepMine = (): void => {
    this.#send({ type: 'keptMine' })
    void this.flush()
  }

  /** Shows what another call answered of the draft, unless something waits here. */
  readonly show = (draft: DraftView): void => this.#send({ type: 'read', draft })

  /** Reads the draft again, such as after an upgrade or on return to the tab, unless something waits here. */
  readonly reread = async (): Promise<void> => {
    if (isPending(this.get())) return
    const { id } = this.get().base
    try {
      const { draft } = await (id === null ? draftApi.readNewDraft(this.#origin) : draftApi.readDraft(id))
      this.#send({ type: 'read', draft })
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'deleted' || failure.kind === 'signed_out') this.#send({ type: 'failed', failure })
    }
  }

  /** Asks the services to check the fields. An answer that they cannot give now comes when the Applet is created. */
  readonly check = async (): Promise<void> => {
    if (!(await this.flush())) return
    // A new draft may have got its id just now.
    const { id } = this.get().base
    if (id === null) return
    await draftApi.checkDraft(id).then(
      ({ draft }) => this.show(draft),
      () => null,
    )
  }

  /** The draft was deleted elsewhere: what is shown becomes a new one. */
  readonly beginAgain = (): void => {
    const { base } = this.get()
    this.#origin = {}
    const empty: DraftView = {
      ...base,
      id: null,
      version: 0,
      updated_at: null,
      applet: null,
      doc: EMPTY_DRAFT,
      steps: [],
    }
    this.#send({ type: 'began', empty })
    void this.flush()
  }

  #send(event: DraftEvent): void {
    this.set(draftReducer(this.get(), event))
    this.#kept.keep(this.get())
  }

  #saveIn(milliseconds: number): void {
    this.#timer()
    this.#timer = after(milliseconds, () => void this.flush())
  }

  /** Resolves with whether what was sent needs no other try. */
  async #saveOnce(): Promise<boolean> {
    const saving = this.#save()
    this.#sending = saving
    const saved = await saving
    this.#sending = null
    return saved
  }

  async #save(): Promise<boolean> {
    this.#send({ type: 'sending' })
    const { base, sent } = this.get()
    try {
      const { draft } =
        base.id === null
          ? await draftApi.beginDraft(this.#origin, sent)
          : await draftApi.changeDraft(base.id, base.version, sent)
      this.#tries = 0
      if (base.id === null && draft.id !== null) {
        this.#kept.nameDraft(draft.id)
        this.#given.onStored(draft.id)
      }
      this.#send({ type: 'answered', draft })
      return true
    } catch (error) {
      return this.#afterError(error)
    }
  }

  /** A lost answer does no harm: the same changes, sent again, change nothing. */
  #afterError(error: unknown): false {
    const failure = failureOf(error)
    this.#send({ type: 'failed', failure })
    if (failure.kind === 'offline' || failure.kind === 'retrying') {
      this.#saveIn(RETRY_WAITS[Math.min(this.#tries, RETRY_WAITS.length - 1)] ?? 0)
      this.#tries += 1
    }
    return false
  }
}
