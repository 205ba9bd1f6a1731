import { dayMs } from '@signet/contract/time'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandKeyIn, profileName } from '../demo-world.ts'
import { appStores, handleOf, phoneNumber, places } from '../companies/invented-names.ts'
import { scoreFor, weighReasons, type Reason } from './weigh-indicators.ts'

/* Chats and apps: Telegram, WhatsApp and packages for phones. */

/** A channel or a message on Telegram. */
export function telegramThreat(order: Order): ThreatDraft {
  const { world, random, severity, campaign } = order
  const threatType = random.weighted({
    'Impersonating channel': campaign ? 8 : 4,
    'Sale of accounts': severity === 'Low' ? 1 : 4,
    'Scam channel': 4,
    'Cyber Threat': severity === 'Low' ? 0 : 2,
  })
  const theme = campaign === 'fake-helpline' ? 'support' : threatType === 'Scam channel' ? 'money' : 'support'
  const title = profileName(world, random, campaign === 'reward-lures' ? 'rewards' : theme, places)
  const userName = `@${handleOf(random, title)}`
  const members = Math.round(10 ** (1.5 + random.next() * 2.6))
  const flagged = order.flagged(random)
  const message = random.pick(world.messages[threatType] ?? [world.company.name])
  const firstOf: Record<string, Reason> = {
    'Sale of accounts': { name: 'Sells account details', value: `${members.toLocaleString('en')} members`, weight: 30 },
    'Cyber Threat': { name: 'Threatens the client', value: 'Mentions the client and a date or price', weight: 34 },
  }
  const indicators = weighReasons(random, scoreFor(random, severity), [
    firstOf[threatType] ?? { name: `Name match 0.${random.int(86, 99)}`, value: title, weight: 28 },
    { name: `Logo match ${random.int(86, 98)}%`, value: 'Client logo as channel photo', weight: 22 },
    { name: `${random.int(2, 9)} user reports`, value: 'Reported by customers', weight: 18 },
    { name: 'Links to a known threat', value: flagged, weight: 18 },
    { name: 'Asks for card details', value: 'In a pinned message', weight: 22 },
    { name: `Created ${random.int(1, 20)} days ago`, weight: 14 },
    { name: 'Same admin as a removed channel', weight: 16 },
    { name: 'Few members', value: String(members), weight: -8 },
  ])
  const isLinked = indicators.some(({ name }) => name === 'Links to a known threat')
  const url = `https://chat.example/${userName.slice(1)}`
  return {
    source: 'Telegram',
    identity: `${url}/${random.int(1, 9999)}#${random.hex(4)}`,
    threatType,
    category: threatType === 'Cyber Threat' ? 'Threat' : threatType.startsWith('Imp') ? 'Impersonation' : 'Fraud',
    fields: {
      channel_data: {
        entity_user_name: userName,
        channel_name: userName.slice(1),
        title,
        participants_count: members,
      },
      message_content: message,
      ...(isLinked ? { registrable_domain: flagged } : {}),
    },
    url,
    brandKey: brandKeyIn(world, `${title} ${message}`),
    class: null,
    indicators,
    feeds: ['chat search', 'user report', 'forum crawl'],
  }
}

/** A number or a group on WhatsApp. */
export function whatsAppThreat(order: Order): ThreatDraft {
  const { world, random, severity, campaign } = order
  const threatType = random.weighted({
    'Fake support number': campaign === 'fake-helpline' ? 12 : 5,
    'Impersonating business': 3,
    'Scam group': 2,
  })
  const theme = threatType === 'Scam group' ? 'money' : campaign === 'reward-lures' ? 'rewards' : 'support'
  const name = profileName(world, random, theme, places)
  const phone = phoneNumber(random)
  const flagged = order.flagged(random)
  const indicators = weighReasons(random, scoreFor(random, severity), [
    { name: 'Asks for card details', value: 'Both sides of the card', weight: 28 },
    { name: `Name match 0.${random.int(86, 99)}`, value: name, weight: 22 },
    { name: `Logo match ${random.int(86, 98)}%`, value: 'Client logo as profile photo', weight: 22 },
    { name: `${random.int(2, 11)} user reports`, value: 'Reported by customers', weight: 20 },
    { name: 'Asks for one-time code', weight: 24 },
    { name: `Created ${random.int(1, 9)} days ago`, weight: 14 },
    { name: 'Links to a known threat', value: flagged, weight: 16 },
    { name: 'Number no longer reachable', value: 'No answer in two calls', weight: -9 },
  ])
  const isLinked = indicators.some(({ name: reason }) => reason === 'Links to a known threat')
  return {
    source: 'WhatsApp',
    identity: `${phone}\n${name}\n${random.hex(4)}`,
    threatType,
    category: threatType === 'Scam group' ? 'Fraud' : 'Impersonation',
    fields: {
      Profile: phone,
      ProfileName: name,
      inviteLink: `https://chat.example/join/${random.hex(12)}`,
      message: random.pick(world.chatLines),
      ...(isLinked ? { registrable_domain: flagged } : {}),
    },
    url: null,
    brandKey: brandKeyIn(world, name),
    class: null,
    indicators,
    feeds: ['user report', 'messaging honeypot', 'SMS report'],
  }
}

/** An Android package with the client's name. */
export function appThreat(order: Order): ThreatDraft {
  const { world, random, severity, firstSeen } = order
  const threatType = random.weighted({
    'Fake app': 5,
    'Modified app': severity === 'Low' ? 6 : 3,
    'Malicious app': severity === 'Critical' ? 8 : severity === 'High' ? 4 : 1,
  })
  const appName = `${random.pick(world.appNames)}${random.chance(0.25) ? ` ${random.int(2, 9)}` : ''}`
  const word = appName.toLowerCase().replaceAll(/[^a-z]/g, '')
  const sha256 = random.hex(64)
  const indicators = weighReasons(random, scoreFor(random, severity), [
    { name: 'Different signer', value: 'Not signed with the official certificate', weight: 28 },
    { name: `Icon match ${random.int(88, 98)}%`, value: 'Client logo as app icon', weight: 24 },
    { name: `Name match 0.${random.int(88, 99)}`, value: appName, weight: 18 },
    ...(threatType === 'Malicious app'
      ? [
          { name: 'Requests SMS access', value: 'Reads one-time codes', weight: 26 },
          { name: 'Screen overlay permission', value: 'Covers banking apps', weight: 22 },
        ]
      : []),
    { name: 'Requests access to contacts', weight: 14 },
    { name: 'Connects to a known threat', value: order.flagged(random), weight: 18 },
    { name: 'Copied app resources', value: `${random.int(41, 88)}% of the official images`, weight: 16 },
    { name: 'Few downloads', value: `Under ${random.int(1, 9) * 50}`, weight: -8 },
  ])
  const store = random.pick(appStores)
  return {
    source: 'APK',
    identity: sha256,
    threatType,
    category: threatType === 'Malicious app' ? 'Malware' : 'Impersonation',
    fields: {
      appName,
      packageName: `${random.pick(['example', 'invalid', 'test'])}.${word}.${random.pick(['app', 'mobile', 'client'])}`,
      versionName: `${random.int(1, 6)}.${random.int(0, 14)}.${random.int(0, 9)}`,
      store,
      signerSha256: random.hex(64),
      md5: random.hex(32),
      sha256,
      publishedOn: new Date(firstSeen.getTime() - random.int(1, 30) * dayMs).toISOString(),
    },
    url: `https://${store.toLowerCase().replaceAll(' ', '-')}.example/app/${word}-${random.hex(4)}`,
    brandKey: brandKeyIn(world, appName),
    class: null,
    indicators,
    feeds: ['app store scan', 'user report', 'package exchange'],
  }
}
