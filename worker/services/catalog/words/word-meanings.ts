/**
 * Phrases that people use, and the words of the catalog that mean the same: `words of the catalog < what people say`.
 * Forms of a word need no line of their own (stem.ts).
 */
const MEANINGS = `
notification < send me a message, send a message to me, notify, alert me, ping me, warn, remind, buzz me, text me, tell me, let me know, say to me, push notification, message on my phone, to my phone, me on my phone
email < mail, e mail, inbox, newsletter mail
notification < send me a message on my phone
email received < email arrives, mail arrives, email comes in, mail comes in, mail in, mail reaches, mails in, get an email, incoming email, email reaches, secret address
row < spreadsheet, sheet, excel, csv, line
add row < log, record, write down, write it, keep a sheet, keep track, note down
post < tweet, publish, share, crosspost, cross post
send < forward
send message < message, dm, write to, tell our, tell the, post a message, message the team
home < light, everything
home light < lamp, bulb
home call service < blink, flash, flicker, dim, darken, brightness
home turn < scene
off < turn of, out at, lights out
home state switch < door, window, heater, heating, fan, coffee machine, washing machine, kettle, plug, dishwasher, dryer, tv, radiator, boiler
task < todo, to do, to dos, reminder list
open task < list of tasks, tasks list
complete < finish, done, check off, tick off, tick a
update < edit
start < begin
reaction < react
#mastodon post < toot
#bluesky post < skeet
photo < picture, image, pic, snapshot
feed site < blog
feed < rss, atom, podcast, news feed
new item feed < article, blog post, episode, feed item, new post of a feed, news story, headline
site < website, webpage, web page, page, server, homepage
site down < offline, unreachable, goes dark, outage
back < reachable, online, back online, up again, comes back, is back, answers again, reachable again
site change < page changes, text is different, is different, updated page
sunset < dusk, sun goes down, sun sets, nightfall, gets dark, dark outside
sunrise < dawn, sun comes up, sun rises, gets light
rain tomorrow < rains tomorrow, tomorrow calls for rain, rain is forecast, forecast for tomorrow, rain tomorrow, before it rains, before rain
rain < umbrella weather, wet
temperature < degree
colder < freeze, frost, below zero, gets cold, cooler
warmer < hotter, gets hot, gets warm, heat wave
wind < storm, stormy, gale
weather < outside, outdoors, forecast, how warm, how cold
button press < press a button, press the button, press button, push a button, push the button, push button, click a button, click the button, press, tap
webhook < hook, web hook
web request < http request, post request, webhook comes in, webhook arrives, webhook fires, api call
make web request < call a webhook, call a url, call my web address, call an address, send a request, send a post request
get json < json
count < tally, how many
counter reaches < counter gets to, counter hits
set value < remember, store it
add list < keep a list, collect
repository < repo, repositories
pull request < pr, pull request
merge request < merge request
issue < bug report, ticket
release < version
comment < reply
new post by < posts something, new post of
new mention < mentioned, mentions me
follower < follow
when < as soon as, the moment
and < followed by, as well as
starting soon < about to start, about to begin, is starting, starts soon, begins soon, starts in, begins in, upcoming, coming up
new message < message arrives, messages me, writes me, writes to
command < bot command
digest < daily digest, daily summary mail
daily digest < digest
state entity < entity, sensor
home state entity < humidity, battery, moisture, thermostat
home state changed < come home, come back home, is back home, am back home, get home, back home, arrives home, arrives at home, leave home, last one leaves, last person leaves, last leaves, everybody leaves, everybody has left, nobody home, nobody is home, house is empty, come and go, comes or goes, enter or exit
`

/** `said` and `means` as stems, `words` as they are written above. */
export type Meaning = { said: readonly string[]; means: readonly string[]; words: readonly string[] }

/** Reads the meaning of each phrase, the longest phrase first. */
export function readMeanings(toStems: (text: string) => string[]): Meaning[] {
  return MEANINGS.trim()
    .split('\n')
    .flatMap((line) => {
      const [means = '', said = ''] = line.split('<')
      return said.split(',').map((phrase) => ({
        said: toStems(phrase),
        means: toStems(means),
        words: phrase.trim().split(' '),
      }))
    })
    .toSorted((left, right) => right.said.length - left.said.length)
}
