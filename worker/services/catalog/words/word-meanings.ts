/**
 * Phrases that people use, and the words of the catalog that mean the same: `words of the catalog < what people say`.
 * Forms of a word need no line of their own (stem.ts).
 */
const MEANINGS = `
notification < notify, ping me, warn, remind, buzz me, text me, tell me, message on my phone, my phone, know
email < mail, inbox, switchyard address
email received < mail arrives, email comes in, get an email, secret address
row < spreadsheet, sheet, excel, csv, line
add row < log, record, write down, jot down, write it, note down
post < tweet, publish, share, crosspost, cross post
send message < message, tell the, drop a line
send direct message < dm
home < light, everything
home light < lamp, bulb
home call service < blink, flash, flicker, dim, darken, brightness
home turn < scene
off < turn of, lights out
home state switch < door, window, heater, heating, fan, coffee machine, washing machine, kettle, plug, dishwasher, dryer, tv, radiator, boiler, motion, leak, gate, blind, curtain, shutter, awning
task < todo, to do, to dos, reminder list
complete < finish, done, check off, tick off
update < edit
start < begin
reaction < react
#mastodon post < toot
#bluesky post < skeet
photo < picture, image, pic, snapshot
feed site < blog
feed < rss, atom, podcast
new item feed < article, blog post, episode, headline
site < website, webpage, web page, page, server, homepage
site down < offline, unreachable, outage, stops answering, stops responding
back < reachable, online, up again, comes back, reachable again
site change < page changes, text is different, is different
sunset < dusk, sun goes down, sun sets, nightfall, gets dark
sunrise < dawn, sun comes up, sun rises
rain tomorrow < rains tomorrow, tomorrow calls for rain, forecast for tomorrow, before it rains
rain < wet, rainy
temperature < degree
colder < freeze, frost, below zero, cooler
warmer < hotter, gets hot, gets warm
wind < storm, stormy, gale
weather < outside, outdoors, forecast
button press < press the button, push the button, click the button, hit the button, press, tap
webhook < hook
web request < http request, webhook comes in, webhook fires, catch a webhook, webhook is called, api call
make web request < call a webhook, call my web address, send a post request
get json < json
count < tally, how many
counter reaches < counter gets to, counter hits
set value < remember
add list < keep a list, collect
repository < repo, repositories
pull request < pr, pull request
issue < bug report, ticket
release < version
comment < reply
new post by < posts something, new post of
new mention < mentioned, mentions me
follower < follow
when < as soon as, the moment
want < would like, would love
watch < keep an eye on, monitor
and < followed by, as well as
starting soon < about to start, about to begin, is starting, starts soon, begins soon, starts in, begins in, upcoming, coming up
new message < message arrives, messages me, writes me, writes to
command < bot command
digest < daily digest, daily summary mail
daily digest < digest
state entity < entity, sensor
home state entity < humidity, battery, moisture, thermostat, freezer, fridge, greenhouse
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
