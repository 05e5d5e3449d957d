/** The meaning of each key of a service's JSON file, for the published schema and for docs/services.md. */
const KEY_MEANINGS: Readonly<Record<string, string>> = {
  $schema: 'Where this format is described, for your editor.',
  $comment: 'A note for who reads the file. It is not read by us.',
  id: 'The name in addresses, such as acme. It never changes.',
  name: 'The name that people read, at most 40 characters.',
  short_name: 'A shorter one, at most 20 characters, for buttons and filter code. Without it, the start of the name.',
  description: 'One sentence about what the service does.',
  category: 'The heading that /services lists it under. Without it, “Other”.',
  color: 'Its color as #rrggbb, in lower case.',
  icon: 'The file of its icon: always its id and .svg.',
  keywords: 'Other words for it. A sentence on /create finds its steps by them too.',
  popularity: 'How many people use it, from 0 to 100: popular ones are listed first.',
  plan: 'The plan that opens it, where not all do.',
  unverified:
    'true while nobody has seen it work with a real account. It is marked as new until an operator says that it works.',
  terms_url: 'Its terms of use. Its page links to them.',
  credit: 'How it asks to be named. Its page says it.',
  hosts: 'Every host that is asked. Addresses that begin with / are at the first one.',
  transport: 'How it is asked: http. Services of IFTTT’s protocol have manifests of their own.',
  headers: 'Headers of every request.',
  basic: 'User and password of every request, as user:password, sent as Authorization: Basic.',
  errors: 'Answers that mean more than their status, in the order in which they are tried.',
  'errors.status': 'The status, or a list of them. Without it, any status, also one in 2xx.',
  'errors.at': 'A place in the answer where something must stand.',
  'errors.is': 'The value that must stand there, or a list of them.',
  'errors.text': 'A text that the answer must contain, or a list of them.',
  'errors.as':
    'fail (refused, nothing was done), skip (nothing to do), done (it is so already; for lists: nothing there), gone (the connection is over), later (try again later), unauthorized (like a 401) or restart (forget what was kept).',
  'errors.message': 'Where the words stand that people read, or a sentence of yours.',
  limit: 'How often all users together may ask it.',
  'limit.calls': 'So many requests',
  'limit.per': 'in so many seconds.',
  account_limit: 'How often each account may ask it.',
  write_gap: 'How long two changes of one account must be apart, in milliseconds.',
  operator_key: 'The setting that may hold the operator’s own key; for services with code.',
  connect: 'How people connect their account.',
  'connect.kind': 'none (no account), key (pasted values) or oauth2.',
  'connect.fields':
    'For key: what people paste. Without it, one key that is sent as Authorization: Bearer. For oauth2: what they may paste instead of signing in.',
  'connect.fields.slug':
    'Its name in templates: {{credentials.api_key}}. One that is called token or key is sent as Bearer, unless the request names it.',
  'connect.fields.label': 'What people read above the field.',
  'connect.fields.type': 'secret (hidden, never shown again), url (a public https address) or text.',
  'connect.fields.hint': 'Where they find the value.',
  'connect.fields.page': 'The page of the service where they get it: the field links there.',
  'connect.fields.required': 'false if it may stay empty.',
  'connect.fields.default_value': 'What is filled in at first.',
  'connect.fields.prefix': 'How every right value begins.',
  'connect.fields.base': "true for the address of the user's own server: all requests go there.",
  'connect.fields.address':
    'For a pasted address: patterns such as /hooks/{team}?key={key*}, below the first host or with a host of their own. Its parts are {{credentials.slug.team}}.',
  'connect.account':
    'Whose account it is, asked before anything is stored. Without a request, what was pasted says it.',
  'connect.account.id': "Where the account's own id stands in the answer, or a text with it.",
  'connect.account.name':
    'Where the name stands that people read, or a text with it. Of a list, the first that is there.',
  'connect.issuer': 'For oauth2: the issuer as RFC 9207 names it. Without it, the origin of authorize_url.',
  'connect.authorize_url': 'For oauth2: where people are sent to agree.',
  'connect.authorize_params': 'For oauth2: further parameters of that address.',
  'connect.token_url': 'For oauth2: where codes and refresh tokens are exchanged.',
  'connect.token_request': 'For oauth2: json where the token address takes JSON instead of a form, and no PKCE.',
  'connect.revoke_url': 'For oauth2: where a token is given back, if there is such a place.',
  'connect.scopes': 'For oauth2: the scopes, with spaces between them.',
  'connect.client_auth':
    'For oauth2: whether the client names itself in a header (basic, without it) or in the form (post).',
  'connect.register_url': 'For oauth2: the page where an operator registers a client.',
  shared: 'What several steps have, written once. A step names it in place of writing it.',
  'shared.fields': 'Fields by their slugs. In “fields”, "box" is the shared field box.',
  'shared.ingredients': 'Lists of ingredients. In “ingredients”, "parcel" is all of the list parcel.',
  'shared.answers':
    'Parts of answers. In samples, { "$use": "parcel" } is the object parcel, with what else stands in the braces.',
  triggers: 'What starts an Applet.',
  queries: 'What an Applet looks up.',
  actions: 'What an Applet does.',
  'step.slug': 'The step’s name in addresses. It never changes. Filter code turns new_parcel into newParcel.',
  'step.name': 'The name that people read.',
  'step.description': 'One sentence. Without it, the name.',
  'step.phrase':
    'The step in a sentence, such as “a parcel arrives” or “open a box”; of a query what it gives, such as “the boxes of a shelf”. It follows “When”, unless it begins with every, at or on.',
  'step.sentence':
    'The phrase with what people set, such as “open {{fields.box}}”; {{zone}} is their time zone. Other fields follow it.',
  'step.fields': 'What people choose or write, in the order of the form.',
  'step.request': 'What is asked.',
  'step.ingredients': 'The values that the Applet may use.',
  'step.items': 'Where the list of items stands in the answer ($). For a query also one object.',
  'step.where':
    'Only items that have these values at these places; null for nothing there, true for something. What an empty field wants is anything.',
  'step.next': 'Where the cursor of the next page stands, or what else leads to it.',
  'fields.slug': 'Its name in templates: {{fields.box}}.',
  'fields.label': 'What people read above the field.',
  'fields.type': 'What it takes. A time is 18:30, a date 2026-03-01, a duration 1h 30m, a switch true or false.',
  'fields.required': 'false if it may stay empty.',
  'fields.hint': 'A sentence below the label.',
  'fields.default_value': 'What is filled in at first.',
  'fields.destination': 'true if it says where something goes: an address, a recipient, a channel.',
  'fields.syntax': 'The language of its text, which the page helps to write. In the text, ||| stands between cells.',
  'fields.shown_for': 'The choice that an optional field is for: it is shown while that is chosen, or nothing is yet.',
  'fields.shown_for.field': 'The field in which it is chosen, by its name in templates.',
  'fields.shown_for.value': 'What is sent for that choice.',
  'fields.options': 'For select and checkbox: the choices. For select, text and location: the request that lists them.',
  'fields.options.label': 'What people read; of live options, where it stands in each ($.label).',
  'fields.options.value': 'What is sent; of live options, where it stands in each ($.value).',
  'fields.options.group': 'The heading that it is listed under; of live options, where that stands.',
  'fields.options.items': 'Where the list stands in the answer ($.options).',
  match: 'What a value must look like.',
  'match.as': 'A pattern such as {owner}/{repo}, or a list of them. Its parts are {{fields.slug.owner}}.',
  'match.message': 'What people read where no pattern fits.',
  'fields.$use': 'The shared field that this one is, but for the other keys here.',
  'ingredients.slug': 'Its name, such as Sender: {{Sender}} in fields.',
  'ingredients.name': 'The name that people read. Without it, the slug in words: “Arrived at” of ArrivedAt.',
  'ingredients.type': 'What it holds: text, without it.',
  'ingredients.from': 'Where it stands in an item, or a text with what stands there.',
  'ingredients.example': 'A value as an example, and for test runs.',
  'request.get': 'GET at this address.',
  'request.post': 'POST at this address.',
  'request.put': 'PUT at this address.',
  'request.patch': 'PATCH at this address.',
  'request.delete': 'DELETE at this address.',
  'request.query': 'Query parameters. One that comes out empty is left out.',
  'request.query.$json': 'A value that is sent as JSON.',
  'request.headers': 'Headers of this request alone.',
  'request.basic': 'User and password of this request alone.',
  'request.json':
    'The body as JSON. A text that is one field alone takes the type of the field; what is empty is left out.',
  'request.form': 'The body as a form. What is empty is left out.',
  'request.answer': 'What is answered: json (without it), lines (JSON in each line) or text.',
  'next.from': 'Where the cursor stands,',
  'next.query': 'and the query parameter that it is sent as.',
  'next.link': 'next: the address of the Link header.',
  'next.address': 'Where the address of the next page stands.',
  'next.last': 'The value of the last item that asks for the next page.',
  'next.while': 'Where the answer says that there is more.',
  'triggers.mode': 'poll: it is asked again and again. hook and clock are for services with code.',
  'triggers.by_request': 'false for a hook that the product itself tells of; for services with code.',
  'triggers.every': 'The shortest time between two polls, in seconds.',
  'triggers.id':
    'Where an item’s id stands, or a list of values that are its id together. What has been seen never starts an Applet again.',
  'triggers.at': 'Where its time stands: ISO 8601, or seconds or milliseconds since 1970.',
  'triggers.order': 'newest_first (without it) or oldest_first.',
  'triggers.keep': 'What the next poll brings back as {{kept}}.',
  'triggers.keep.link': 'prev: it is in that address of the Link header,',
  'triggers.keep.query': 'as this parameter. While there is a next page, {{kept}} asks on for what is newer.',
  'triggers.all_pages':
    'true if one poll reads all pages, ten at most, because the newest items may be on any of them.',
  'triggers.push':
    'How the service is told where to send that there is something new. Then the trigger is polled at once.',
  'triggers.push.follow': 'The request that gives it {{hook.address}} and {{hook.secret}}.',
  'triggers.push.id': 'Where the name stands that it gives this address.',
  'triggers.push.leave': 'The request that ends it, with {{followed}}, that name.',
  'triggers.push.proof': 'How it shows that a request is its own.',
  'triggers.push.proof.header': 'The header that repeats the secret,',
  'triggers.push.proof.hmac': 'or that has an HMAC (SHA-256) of the body by it: hex or base64,',
  'triggers.push.proof.prefix': 'behind this text.',
  'actions.repeat': 'What a second try of the same request does: see below.',
  'actions.failure_is_final': 'true if a 500, 502 or 504 of this service is certain to have done nothing.',
  'actions.result': 'Where the answer says what was done.',
  'actions.result.id': 'Where its id stands. An answer without it is never “Done”.',
  'actions.result.url': 'Where its address stands, for a link in the run.',
  'actions.find': 'For repeat find: the list in which an earlier try would stand.',
  'actions.find.items': 'Where the list stands.',
  'actions.find.key': 'Where an item repeats our X-Request-ID.',
  'actions.find.mark': 'Where an item has a text with {{key}} in it.',
  samples: 'What each step is answered, so that the file can be checked without the service.',
  'samples.account': 'What the request for the account is answered.',
  'samples.triggers': 'By the slugs of the triggers.',
  'samples.queries': 'By the slugs of the queries.',
  'samples.actions': 'By the slugs of the actions.',
  'samples.step.fields': 'What the fields hold.',
  'samples.step.answer': 'What the service answers to that.',
  'samples.step.status': 'The status of that answer; for services with code.',
  'samples.step.state': 'What the reading before left; for services with code.',
}

const REQUEST = 'get|post|put|patch|delete|query|headers|basic|json|form|answer'

const SHARED: readonly [RegExp, string][] = [
  [/^(?:triggers|queries|actions|connect\.account)\.errors(\..+)?$/, 'errors$1'],
  [/^account_limit\.(.+)$/, 'limit.$1'],
  [/^.+\.(match(?:\..+)?)$/, '$1'],
  [/^.+\.next\.(.+)$/, 'next.$1'],
  [/^.+\.(?:find|fields\.options)\.next$/, 'step.next'],
  [/^(?:triggers|queries|actions)(?:\.find)?\.request\.(.+)$/, 'request.$1'],
  [/^triggers\.push\.(?:follow|leave)\.(.+)$/, 'request.$1'],
  [
    new RegExp(
      String.raw`^(?:connect\.account|(?:triggers|queries|actions|shared)\.fields\.options)\.((?:${REQUEST})(?:\..+)?)$`,
    ),
    'request.$1',
  ],
  [/^actions\.find\.request$/, 'step.request'],
  [/^(?:triggers|queries|actions)\.\$comment$/, '$$comment'],
  [/^(?:triggers|queries|actions|shared)\.((?:fields|ingredients)\..+)$/, '$1'],
  [
    /^(?:triggers|queries|actions)\.(slug|name|description|phrase|sentence|fields|ingredients|request|items|where|next)$/,
    'step.$1',
  ],
  [/^samples\.(?:triggers|queries|actions)\.(.+)$/, 'samples.step.$1'],
]

/** The name of a key in the table: what all kinds of steps have stands there once. */
export function tableKey(key: string): string {
  const [pattern, shared] = SHARED.find(([each]) => each.test(key)) ?? []
  return pattern && shared !== undefined ? key.replace(pattern, shared) : key
}

/** Explains a key such as `triggers.request.get`. Throws for one that nobody has explained. */
export function meaningOf(key: string): string {
  const meaning = KEY_MEANINGS[tableKey(key)]
  if (meaning === undefined) throw new Error(`Nobody has explained ${tableKey(key)}.`)
  return meaning
}

export const EXPLAINED = Object.keys(KEY_MEANINGS)
