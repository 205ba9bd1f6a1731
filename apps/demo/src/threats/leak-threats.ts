import { required } from '@signet/contract/narrow'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandKeyIn, brandsOf } from '../demo-world.ts'
import { forums, ipAddress, otherBanks, personName, phoneNumber } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'
import { scoreFor, weighReasons } from './weigh-indicators.ts'

/* Exposed and leaked data: forum posts, code, documents, accounts of fraudsters, and hosts of the client itself. */

const authors = ['saltmoth', 'merlin_x', 'grey_ferry', 'nullharbor', 'orchid77', 'pale_lantern', 'tidewreck'] as const

/** A post on a hidden forum. */
export function darkWebThreat(order: Order): ThreatDraft {
  const { world, random, severity } = order
  const threatType = random.weighted({
    'Sale of data': 4,
    'Sale of access': severity === 'Low' ? 1 : 3,
    'Ransomware claim': severity === 'Critical' ? 4 : 1,
    'Fraud tutorial': severity === 'Low' || severity === 'Medium' ? 5 : 1,
  })
  const title = random.pick(world.posts[threatType] ?? [world.company.name])
  const forum = random.pick(forums)
  const author = `${random.pick(authors)}${random.chance(0.4) ? random.int(2, 99) : ''}`
  return {
    source: 'DarkWeb',
    identity: `${forum}/${random.int(10_000, 999_999)}`,
    threatType,
    category: threatType === 'Fraud tutorial' ? 'Fraud' : 'Data leak',
    fields: { author_username: author, email: `${author}@mail.invalid`, forum, post_title: title },
    url: null,
    brandKey: brandKeyIn(world, title),
    class: null,
    indicators: weighReasons(random, scoreFor(random, severity), [
      { name: 'Mentions the client', value: title, weight: 30 },
      { name: 'Sample verified', value: `${random.int(4, 40)} of 50 lines are real customers`, weight: 28 },
      { name: 'Known seller', value: `${random.int(3, 80)} deals on ${forum}`, weight: 20 },
      { name: 'Price listed', value: `${random.int(2, 90) * 100} in crypto`, weight: 16 },
      { name: 'Employee emails in the sample', value: `@${world.company.domain}`, weight: 22 },
      { name: 'Repost of an old leak', value: 'Same lines as two years ago', weight: -12 },
    ]),
    feeds: ['forum crawl', 'market watch', 'analyst note'],
  }
}

const owners = ['dmerlin-dev', 'harbour-labs', 'tiny-ferry', 'nightbuild', 'quietorchard', 'fin-intern'] as const
/** A repository that contains data of the client. */
export function gitHubThreat(order: Order): ThreatDraft {
  const { world, random, severity } = order
  const threatType = random.weighted({ 'Exposed key': 4, 'Leaked source': 3, 'Phishing kit': 3 })
  const name = `${random.pick(owners)}/${random.pick(world.repositories[threatType] ?? [world.company.word])}`
  const path = {
    'Exposed key': random.pick(['config/prod.env', 'deploy/settings.yml', 'src/main/resources/app.properties']),
    'Leaked source': random.pick(['README.md', 'core/ledger/Posting.java', 'docs/branches.md']),
    'Phishing kit': random.pick(['public/index.html', 'panel/send.php', `assets/${world.company.word}.svg`]),
  }[threatType]
  const link = `https://code.example/${name}`
  return {
    source: 'GitHub',
    identity: `${link}/${path}@${random.hex(7)}`,
    threatType,
    category: threatType === 'Phishing kit' ? 'Phishing' : 'Data leak',
    fields: {
      repositoryName: name,
      repositoryId: String(random.int(100_000_000, 899_999_999)),
      repositoryLink: link,
      path,
    },
    url: link,
    brandKey: brandKeyIn(world, name),
    class: null,
    indicators: weighReasons(random, scoreFor(random, severity), [
      threatType === 'Exposed key'
        ? { name: 'Access key pattern', value: `${path}, line ${random.int(3, 90)}`, weight: 32 }
        : threatType === 'Phishing kit'
          ? { name: `Page copy ${random.int(80, 97)}%`, value: 'Copy of the official sign-in page', weight: 30 }
          : { name: 'Internal package names', value: `example.${world.company.domain.split('.')[0]}.core`, weight: 28 },
      { name: 'Mentions the client', value: name, weight: 22 },
      { name: 'Internal host names', value: `db1.corp.${world.company.domain}`, weight: 20 },
      { name: 'Author works for a supplier', value: personName(random), weight: 14 },
      { name: 'Public for less than a day', weight: 12 },
      { name: 'Copied by others', value: `${random.int(2, 12)} forks`, weight: 14 },
      { name: 'Looks like test data', value: 'Values repeat', weight: -10 },
    ]),
    feeds: ['code search', 'public commit stream'],
  }
}

const quarters = [
  'first quarter',
  'second quarter',
  'third quarter',
  'March',
  'September',
  'final',
  'v2',
  'v7',
] as const

/** A document of the client on a sharing site. */
export function documentThreat(order: Order): ThreatDraft {
  const { world, random, severity } = order
  const threatType = random.weighted({
    'Confidential document': 3,
    'Internal document': severity === 'Low' ? 8 : 3,
    'Customer records': severity === 'Critical' ? 9 : 2,
  })
  const title = `${random.pick(world.documents[threatType] ?? [world.company.name])}, ${random.pick(quarters)}`
  const docSource = random.pick(['Document sharing site', 'Open storage', 'Public drive link', 'Paste site'])
  const link = `https://docs-share.example/d/${random.hex(12)}`
  return {
    source: 'DocumentLeaks',
    identity: link,
    threatType,
    category: 'Data leak',
    fields: {
      title,
      docSource,
      docCategory: { 'Confidential document': 'Board', 'Internal document': 'Operations', 'Customer records': 'KYC' }[
        threatType
      ],
      link,
    },
    url: link,
    brandKey: brandKeyIn(world, title),
    class: null,
    indicators: weighReasons(random, scoreFor(random, severity), [
      { name: 'Marked confidential', value: 'On every page', weight: 26 },
      { name: `Logo match ${random.int(88, 98)}%`, value: 'Client letterhead', weight: 22 },
      { name: 'Contains customer names', value: `${random.int(12, 900)} names`, weight: 28 },
      { name: 'Written by an employee', value: `@${world.company.domain} in the properties`, weight: 20 },
      { name: 'Indexed by search engines', weight: 14 },
      { name: 'Already public', value: 'Same text on the official site', weight: -14 },
    ]),
    feeds: ['document search', 'open storage scan'],
  }
}

/** An account or a wallet that victims are asked to pay into. */
export function fraudAccountThreat(order: Order, otherTitle: (random: Random) => string): ThreatDraft {
  const { world, random, severity } = order
  const threatType = random.weighted({ 'Mule account': 5, 'Scam wallet': 2, 'Fraud payee': 3 })
  // Sort code 00-00-00 belongs to no bank; addresses with tb1 are on a test network, where coins have no value.
  const account =
    threatType === 'Scam wallet' ? `tb1q${random.hex(34)}` : `00-00-00 ${random.int(10_000_000, 99_999_999)}`
  const name = random.chance(0.6) ? random.pick(world.payees) : `${personName(random)} (${random.pick(world.payees)})`
  const seenWith = otherTitle(random)
  return {
    source: 'FinancialFraud',
    identity: account,
    threatType,
    category: 'Fraud',
    fields: {
      account_number: account,
      account_name: name,
      bank_name: threatType === 'Scam wallet' ? 'Crypto wallet' : random.pick([...otherBanks, world.company.name]),
      seenWith,
    },
    url: null,
    brandKey: brandKeyIn(world, name),
    class: null,
    indicators: weighReasons(random, scoreFor(random, severity), [
      { name: 'Sent to a victim', value: `Chat with ${random.int(2, 28)} messages`, weight: 30 },
      { name: 'Linked to another threat', value: seenWith, weight: 24 },
      { name: `${random.int(2, 9)} user reports`, value: 'Victims paid', weight: 24 },
      { name: 'Brand in the payee name', value: name, weight: 18 },
      { name: 'Shares a phone number', value: phoneNumber(random), weight: 14 },
      { name: 'Account already closed', weight: -9 },
    ]),
    feeds: ['victim report', 'scam baiting', 'user report'],
  }
}

/** An exposed host of the client. */
export function exposureThreat(order: Order): ThreatDraft {
  const { world, random, severity } = order
  const found = random.pick(world.services)
  const threatType = found.proof.startsWith('Certificate')
    ? 'Expired certificate'
    : found.proof.startsWith('Points')
      ? 'Dangling DNS record'
      : 'Exposed service'
  const { main, second } = brandsOf(world)
  const domain = required((found.service.includes(second.name) ? second : main).official[0], 'an official domain')
  const host = `${found.host}${random.int(1, 12)}.${domain}`
  const address = ipAddress(random)
  return {
    source: 'EASM',
    identity: `${host}:${found.port} ${address}`,
    threatType,
    category: 'Exposure',
    fields: { service: found.service, host, address, port: found.port, proof: found.proof },
    url: null,
    brandKey: brandKeyIn(world, found.service),
    class: null,
    indicators: weighReasons(random, scoreFor(random, severity), [
      { name: threatType, value: `${found.proof}, port ${found.port}`, weight: 34 },
      { name: 'In the client’s IP range', value: address, weight: 20 },
      { name: 'Known vulnerability', value: 'Public exploit exists', weight: 28 },
      { name: 'Scanned by third parties', value: `${random.int(12, 400)} times this week`, weight: 14 },
      { name: 'Contains customer data', value: 'Suggested by file names', weight: 24 },
      { name: 'Restricted by an IP allow list', value: 'Blocks some addresses', weight: -10 },
    ]),
    feeds: ['port scan', 'certificate transparency', 'DNS watch'],
  }
}
