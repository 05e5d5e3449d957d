import { stem } from './stem.ts'

/** Verbs that mean the same of a step, by the class of what is done. A verb of several classes may mean any of them. */
const CLASSES = {
  send: 'send message text notify tell alert warn remind ping post publish share tweet toot skeet forward email mail dm write say announce let know give report ask crosspost copy push show get fire buzz inform upload put drop pipe mirror',
  add: 'add create make open log record save append write put track collect keep note copy insert file store plan block sync turn remember pop stick jot start mirror pipe',
  append: 'append add write put log record save insert keep note store',
  /** To add, where the service is named. */
  addThere: 'send post share push forward drop',
  on: 'turn switch start light put flip enable activate power run play',
  off: 'turn switch shut stop put flip disable deactivate power kill',
  home: 'set dim blink flash flicker darken brighten open close lock unlock start stop play pause run arm disarm activate trigger vacuum raise lower turn switch call change make',
  call: 'call request hit post send get put patch fetch ping trigger make fire open query notify forward',
  set: 'set remember store save change update keep write put',
  update: 'update change write set put edit',
  reply: 'reply answer respond comment',
  comment: 'comment reply answer respond add leave write post',
  label: 'label tag mark add put',
  star: 'star',
  boost: 'boost reblog repost retweet share give',
  react: 'react respond like add',
  complete: 'complete finish check tick close mark',
  count: 'count tally add increase increment track keep',
  digest: 'add collect put include append send email mail log save write',
  fire: 'fire trigger start call send run',
  look: 'look check get fetch read find include summarize list show give',
} as const satisfies Record<string, string>
type VerbClass = keyof typeof CLASSES

/** Verbs that no action's class has, so that they are known for verbs. */
const OTHERS =
  'accept approve archive assign back backup ban book buy cancel charge clean clear convert cook delete deploy download favorite feed fill follow generate hide invite join merge move mute order pay phone pin print reboot refund reject remove rename reset restart restore scan schedule sell skip snooze subscribe summarise take translate trash thank greet welcome unfollow unpin unstar unsubscribe wake water'

const CLASS_STEMS = new Map<VerbClass, ReadonlySet<string>>(
  Object.entries(CLASSES).map(([name, verbs]) => [name as VerbClass, new Set(verbs.split(' ').map(stem))]),
)
const ALL = new Set([...Object.values(CLASSES).flatMap((verbs) => verbs.split(' ')), ...OTHERS.split(' ')])

const VERB_STEMS: ReadonlySet<string> = new Set([...ALL].map(stem))

/** Whether this is a form of a verb that people tell somebody with. "Called" names a thing. */
export function isVerbForm(word: string): boolean {
  const text = word.toLowerCase()
  return text !== 'called' && VERB_STEMS.has(stem(text))
}

/** What a new thing does, or what is done to it. */
const APPEARING = new Set(
  'add append appear arrive come create drop file give happen land leave make open pop post publish push receive reach save say send share show submit upload write'
    .split(' ')
    .map(stem),
)

/** Whether the stem of a verb says no more of something than that it is new. */
export function appears(verb: string): boolean {
  return APPEARING.has(verb)
}

/** The word of a step's name that says its class, where it is not the first. */
const FIRST_WORDS: ReadonlyMap<string, VerbClass> = new Map(
  Object.entries({
    send: 'send',
    post: 'send',
    add: 'add',
    open: 'add',
    create: 'add',
    append: 'append',
    update: 'update',
    set: 'set',
    count: 'count',
    comment: 'comment',
    reply: 'reply',
    star: 'star',
    boost: 'boost',
    react: 'react',
    complete: 'complete',
    fire: 'fire',
    call: 'home',
    make: 'call',
  }),
)

/** The class of an action by its name, such as "Turn on something"; null for a verb of no class. */
function classOf(name: string): VerbClass | null {
  const text = name.toLowerCase()
  const [first = '', second = '', third = ''] = text.split(' ')
  if (first === 'turn') return second === 'off' ? 'off' : 'on'
  if (first === 'add' && third === 'comment') return 'comment'
  if (first === 'add' && third === 'label') return 'label'
  if (/digest/.test(text)) return 'digest'
  return FIRST_WORDS.get(first) ?? null
}

/** Whether any verb that can mean an action of this name says no more than it: none tells which service a home has to call. */
export function namesDeed(actionName: string): boolean {
  return classOf(actionName) !== 'home'
}

/** Verbs in the form in which people tell somebody. */
export const VERBS: ReadonlySet<string> = ALL

/** Whether this is a verb that people tell somebody with. */
export function isVerb(word: string): boolean {
  return ALL.has(word.toLowerCase())
}

/** Whether the action does something to a thing that is there already, such as a comment on it. */
export function changesThing(actionName: string): boolean {
  const own = classOf(actionName)
  return own !== null && THING_CLASSES.has(own)
}

const THING_CLASSES: ReadonlySet<VerbClass> = new Set(['comment', 'reply', 'label', 'react', 'complete', 'boost'])

/** Whether "send it to …" may mean an action of this name at a service that is named. */
export function canMeanThere(verb: string, actionName: string): boolean {
  return classOf(actionName) === 'add' && CLASS_STEMS.get('addThere')?.has(stem(verb.toLowerCase())) === true
}

/** Whether what this verb is said of may be looked up first: to be sent, kept or read. */
export function takesLookup(verb: string): boolean {
  return isOfClass(verb, ['look', 'send', 'digest'])
}

/** Whether what this verb is said of may be something new, and no thing that is switched. */
export function takesNew(verb: string): boolean {
  return !isOfClass(verb, ['on', 'off', 'home']) || isOfClass(verb, ['add', 'send'])
}

function isOfClass(verb: string, names: readonly VerbClass[]): boolean {
  const said = stem(verb.toLowerCase())
  return names.some((name) => CLASS_STEMS.get(name)?.has(said))
}

/** Whether somebody who tells to do this may mean an action of this name. */
export function canMean(verb: string, actionName: string): boolean {
  const own = classOf(actionName)
  const said = stem(verb.toLowerCase())
  const isOwn = actionName
    .toLowerCase()
    .split(' ')
    .some((word) => stem(word) === said)
  return own === null ? isOwn : (isOwn && own !== 'on' && own !== 'off') || (CLASS_STEMS.get(own)?.has(said) ?? false)
}
