import { expect, test } from 'vitest'
import { whyRefused } from './outbound-guard.ts'

const settings = {
  SITE_ORIGIN: 'https://switchyard.example',
  TRUSTED_ORIGINS: ['http://localhost:8790', 'https://10.0.0.7:8443'],
}

test.each([
  'https://api.github.example/options/repos?page=1',
  'https://münchen.example/',
  'https://1.2.3.4.example.com/',
  'https://panip.io/',
  'https://corp.example/',
  'http://localhost:8790/slack/api/options/channels',
  'https://10.0.0.7:8443/options',
])("opens a service's address: %s", (address) => {
  expect(whyRefused(address, settings)).toBeNull()
})

test.each([
  ['github', 'not an address'],
  ['https://', 'not an address'],
  ['http://api.github.example/', 'not https'],
  ['ftp://api.github.example/', 'not https'],
  ['data:application/json,{}', 'not https'],
  ['https://api.github.example:8443/', 'another port'],
  ['https://user@api.github.example/', 'carries a user name'],
  ['https://:secret@api.github.example/', 'carries a user name'],
  ['http://user@localhost:8790/', 'carries a user name'],
  ['http://localhost:8791/', 'not https'],
  ['https://localhost/', 'a private name'],
  ['https://localhost./', 'a private name'],
  ['https://LOCALHOST/', 'a private name'],
  ['https://a.localhost/', 'a private name'],
  ['https://printer.local/', 'a private name'],
  ['https://metadata.google.internal/', 'a private name'],
  ['https://metadata.google.internal./', 'a private name'],
  ['https://intranet/', 'a private name'],
  ...'corp localdomain svc test invalid onion arpa home private intranet lan'
    .split(' ')
    .map((ending) => [`https://wiki.${ending}/`, 'a private name']),
  ['https://db.default.svc.cluster.local/', 'a private name'],
  ['https://printer.home.arpa./', 'a private name'],
  ['https://10.0.0.1.nip.io/', 'a name for any address'],
  ['https://169-254-169-254.sslip.io/', 'a name for any address'],
  ['https://7f000001.c0a80001.rbndr.us./', 'a name for any address'],
  ['https://localtest.me/', 'a name for any address'],
  ['https://app.LVH.me/', 'a name for any address'],
  ['https://switchyard.example/', 'our own site'],
  ['https://switchyard.example./', 'our own site'],
  ['https://SWITCHYARD.example/api', 'our own site'],
])('refuses other addresses: %s is %s', (address, reason) => {
  expect(whyRefused(address, settings)).toBe(reason)
})

test.each([
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127.0.0.1.',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fc00::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[2002:7f00:1::]',
  '[64:ff9b::7f00:1]',
  '[fec0::1]',
  '93.184.216.34',
  '[2606:2800:220:1::1]',
])('refuses numeric addresses in any notation: %s', (host) => {
  expect(whyRefused(`https://${host}/`, settings)).toBe('an address by number')
})
