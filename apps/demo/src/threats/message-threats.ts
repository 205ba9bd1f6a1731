import { dayMs } from '@signet/contract/time'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { profileName } from '../demo-world.ts'
import { appStores, handleOf, personName, phoneNumber, places } from '../companies/invented-names.ts'
import { draftOf, judgedVersion, logoAgreement, luringContacts, luringText, observed } from './judged-observation.ts'

/* Chats and apps: Telegram, WhatsApp and packages for phones. */

/** A channel or a message on Telegram. */
export function telegramThreat(order: Order): ThreatDraft | undefined {
  const { world, random, firstSeen, campaign } = order
  const wanted = random.weighted({
    'Impersonating channel': campaign ? 8 : 4,
    'Sale of accounts': 4,
    'Scam channel': 4,
  })
  const theme = campaign === 'fake-helpline' ? 'support' : wanted === 'Scam channel' ? 'money' : 'support'
  const title = profileName(world, random, campaign === 'reward-lures' ? 'rewards' : theme, places)
  const userName = `@${handleOf(random, title)}`
  const members = Math.round(10 ** (1.5 + random.next() * 2.6))
  const line = random.pick(world.messages[wanted] ?? [world.company.name])
  const createdAt = new Date(firstSeen.getTime() - random.int(1, 200) * dayMs).toISOString()
  const url = `https://chat.example/${userName.slice(1)}`
  const flagged = order.flagged(random)
  const judged = judgedVersion(order, (own) => {
    const { links, phones, domain } = luringContacts(flagged, own)
    const message = luringText(order, own, line)
    return {
      observation: observed({
        source: 'Telegram',
        kind: wanted === 'Impersonating channel' ? 'group' : 'post',
        id: url,
        url,
        names: [title],
        handle: userName.slice(1),
        text: message,
        links,
        phones,
        account: { createdAt, followers: members, following: null, isVerified: false },
        fields: {
          channel_data: {
            entity_user_name: userName,
            channel_name: userName.slice(1),
            title,
            participants_count: members,
          },
          message_content: message,
          ...(domain === null ? {} : { registrable_domain: domain }),
        },
      }),
      agreement: logoAgreement(own),
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: `${url}/${random.int(1, 9999)}#${random.hex(4)}`,
      category: judged.verdict.threatType.startsWith('Imp') ? 'Impersonation' : 'Fraud',
      feeds: ['chat search', 'user report', 'forum crawl'],
    })
  )
}

/** A number or a group on WhatsApp. */
export function whatsAppThreat(order: Order): ThreatDraft | undefined {
  const { world, random, campaign } = order
  const isGroup = random.chance(0.2)
  const theme = isGroup ? 'money' : campaign === 'reward-lures' ? 'rewards' : 'support'
  const name = profileName(world, random, theme, places)
  const phone = phoneNumber(random)
  const line = random.pick(world.chatLines)
  const flagged = order.flagged(random)
  const invite = `https://chat.example/join/${random.hex(12)}`
  const judged = judgedVersion(order, (own) => {
    const { links, domain } = luringContacts(flagged, own)
    const message = luringText(order, own, line)
    return {
      observation: observed({
        source: 'WhatsApp',
        kind: isGroup ? 'group' : random.chance(0.5) ? 'profile' : 'post',
        id: phone,
        names: [name],
        text: message,
        links,
        phones: [phone],
        fields: {
          Profile: phone,
          ProfileName: name,
          message,
          ...(isGroup ? { inviteLink: invite } : {}),
          ...(domain === null ? {} : { registrable_domain: domain }),
        },
      }),
      agreement: logoAgreement(own),
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: `${phone}\n${name}\n${random.hex(4)}`,
      category: judged.verdict.threatType === 'Scam group' ? 'Fraud' : 'Impersonation',
      feeds: ['user report', 'messaging honeypot', 'SMS report'],
    })
  )
}

const descriptions = [
  '',
  'Balance, transfers and card in one app.',
  'Sign in with your account and PIN.',
  'The official app, faster.',
  'Modded, premium unlocked.',
] as const

/** An Android package with the client's name. */
export function appThreat(order: Order): ThreatDraft | undefined {
  const { world, random, firstSeen } = order
  const appName = `${random.pick(world.appNames)}${random.chance(0.25) ? ` ${random.int(2, 9)}` : ''}`
  const word = appName.toLowerCase().replaceAll(/[^a-z]/g, '')
  const packageName = `${random.pick(['example', 'invalid', 'test'])}.${word}.${random.pick(['app', 'mobile', 'client'])}`
  const sha256 = random.hex(64)
  const store = random.pick(appStores)
  const fields = {
    appName,
    packageName,
    versionName: `${random.int(1, 6)}.${random.int(0, 14)}.${random.int(0, 9)}`,
    store,
    signerSha256: random.hex(64),
    md5: random.hex(32),
    sha256,
    publishedOn: new Date(firstSeen.getTime() - random.int(1, 30) * dayMs).toISOString(),
  }
  const url = `https://${store.toLowerCase().replaceAll(' ', '-')}.example/app/${word}-${random.hex(4)}`
  const judged = judgedVersion(order, (own) => {
    const publisher = own.chance(0.7) ? `${personName(own)} Apps` : null
    const about = own.pick(descriptions)
    return {
      observation: observed({
        source: 'APK',
        kind: 'app',
        id: sha256,
        url,
        names: publisher === null ? [appName] : [appName, publisher],
        handle: packageName,
        text: own.chance(0.5) ? luringText(order, own, `${world.company.name}: ${about}`) : about,
        fields: { ...fields, ...(publisher === null ? {} : { publisher }) },
      }),
      agreement: logoAgreement(own),
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: sha256,
      category: 'Impersonation',
      feeds: ['app store scan', 'user report', 'package exchange'],
    })
  )
}
