import { required } from '@signet/contract/narrow'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandsOf, type DemoWorld } from '../demo-world.ts'
import { forums, ipAddress, otherBanks, personName } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'
import { draftOf, judgedVersion, observed } from './judged-observation.ts'

/* Exposed and leaked data: forum posts, code, documents, accounts of fraudsters, and hosts of the client itself. */

const authors = ['saltmoth', 'merlin_x', 'grey_ferry', 'nullharbor', 'orchid77', 'pale_lantern', 'tidewreck'] as const

/** What is said below the title of a post, by what it offers. */
const offers: Readonly<Record<string, readonly string[]>> = {
  'Sale of data': ['Selling database of {name}, 14k records.', 'Fresh logins with mail and phone.', 'Price 300.'],
  'Sale of access': ['RDP access to the network of {name}, admin rights.', 'Panel access, start 500.', 'Escrow.'],
  'Ransomware claim': ['80 GB of files of {name} were stolen.', 'Deadline on Friday.', 'Download link soon.'],
  'Fraud tutorial': ['Refund method for {name}, still works.', 'Ebook and guide.', 'Price 40.'],
}
const doubts = ['Old collection, nothing new.', 'Test data.', 'Is it real?'] as const

/** A post on a hidden forum. */
export function darkWebThreat(order: Order): ThreatDraft | undefined {
  const { world, random, severity } = order
  const wanted = random.weighted({
    'Sale of data': 4,
    'Sale of access': 3,
    'Ransomware claim': severity === 'Critical' ? 4 : 1,
    'Fraud tutorial': severity === 'Low' || severity === 'Medium' ? 5 : 1,
  })
  const title = random.pick(world.posts[wanted] ?? [world.company.name])
  const forum = random.pick(forums)
  const author = `${random.pick(authors)}${random.chance(0.4) ? random.int(2, 99) : ''}`
  const id = `${forum}/${random.int(10_000, 999_999)}`
  const judged = judgedVersion(order, (own) => {
    const lines = own.shuffled(offers[wanted] ?? []).slice(0, own.int(0, 3))
    const isNamed = own.chance(0.4)
    const doubt = own.chance(0.3) ? [own.pick(doubts)] : []
    return {
      observation: observed({
        source: 'DarkWeb',
        kind: 'claim',
        id,
        names: [title],
        text: [title, ...lines, ...(isNamed ? [`Target: ${world.company.domain}`] : []), ...doubt]
          .join('\n')
          .replaceAll('{name}', world.company.name),
        fields: { author_username: author, email: `${author}@mail.invalid`, forum, post_title: title },
      }),
      agreement: null,
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: id,
      category: judged.verdict.threatType === 'Fraud tutorial' ? 'Fraud' : 'Data leak',
      feeds: ['forum crawl', 'market watch', 'analyst note'],
    })
  )
}

const owners = ['dmerlin-dev', 'harbour-labs', 'tiny-ferry', 'nightbuild', 'quietorchard', 'fin-intern'] as const

/** A private key as it stands in a file; the bytes are drawn and open nothing. */
function privateKey(random: Random): string {
  const length = 600
  const bytes = Buffer.concat([
    Buffer.from([0x30, 0x82, length >> 8, length & 0xff]),
    Buffer.from(random.hex(length * 2), 'hex'),
  ])
  return `-----BEGIN PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END PRIVATE KEY-----`
}

/** A repository that contains data of the client. */
export function gitHubThreat(order: Order): ThreatDraft | undefined {
  const { world, random } = order
  const wanted = random.weighted({ 'Exposed key': 4, 'Leaked source': 3, 'Phishing kit': 3 })
  const owner = random.pick(owners)
  const repository = random.pick(world.repositories[wanted] ?? [world.company.word])
  const path = {
    'Exposed key': random.pick(['config/prod.env', 'deploy/settings.yml', 'src/main/resources/app.properties']),
    'Leaked source': random.pick(['README.md', 'core/ledger/Posting.java', 'docs/branches.md']),
    'Phishing kit': random.pick(['public/index.html', 'panel/send.php', `assets/${world.company.word}.svg`]),
  }[wanted]
  const name = `${owner}/${repository}`
  const link = `https://code.example/${name}`
  const id = random.hex(7)
  const judged = judgedVersion(order, (own) => {
    const host = `db${own.int(1, 3)}.corp.${world.company.domain}`
    const lines = {
      'Exposed key': [privateKey(own), `# signs the nightly export of ${world.company.name}`],
      'Leaked source': [
        `jdbc:postgresql://${host}/core`,
        `// ledger of ${world.company.name}`,
        'password: see the vault',
      ],
      'Phishing kit': [
        `<form action="send.php"><title>${world.company.name}</title>`,
        "mail($to, $_POST['password'])",
        `// ${world.company.name} scampage`,
      ],
    }[wanted]
    return {
      observation: observed({
        source: 'GitHub',
        kind: 'code',
        id: `${link}/${path}@${id}`,
        url: link,
        names: [repository],
        handle: owner,
        text: own.shuffled(lines).slice(0, own.int(1, lines.length)).join('\n'),
        fields: {
          repositoryName: name,
          repositoryId: String(random.int(100_000_000, 899_999_999)),
          repositoryLink: link,
          path,
        },
      }),
      agreement: null,
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: `${link}/${path}@${id}`,
      category: judged.verdict.threatType === 'Phishing kit' ? 'Phishing' : 'Data leak',
      feeds: ['code search', 'public commit stream'],
    })
  )
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
export function documentThreat(order: Order): ThreatDraft | undefined {
  const { world, random } = order
  const wanted = random.pick(['Confidential document', 'Internal document', 'Customer records'])
  const title = `${random.pick(world.documents[wanted] ?? [world.company.name])}, ${random.pick(quarters)}`
  const docSource = random.pick(['Document sharing site', 'Open storage', 'Public drive link', 'Paste site'])
  const link = `https://docs-share.example/d/${random.hex(12)}`
  const { domain, name } = world.company
  const judged = judgedVersion(order, (own) => {
    const parts = [
      ['Confidential'],
      [`http://wiki.corp.${domain}/handbook`],
      ['anna', 'bo', 'cleo', 'dan', 'eva', 'finn'].map((first) => `${first}.${own.hex(3)}@${domain}`),
      Array.from({ length: 6 }, () => invented(own)),
    ]
    return {
      observation: observed({
        source: 'DocumentLeaks',
        kind: 'document',
        id: link,
        url: link,
        names: [title],
        text: [name, ...own.shuffled(parts).slice(0, own.int(1, 3)).flat()].join('\n'),
        fields: { title, docSource, link },
      }),
      agreement: null,
    }
  })
  if (!judged) return undefined
  const docCategory = { 'Confidential document': 'Board', 'Internal document': 'Operations' }[judged.verdict.threatType]
  const { observation } = judged
  const fields = { ...observation.fields, docCategory: docCategory ?? 'KYC' }
  return draftOf(
    order,
    { ...judged, observation: { ...observation, fields } },
    { identity: link, category: 'Data leak', feeds: ['document search', 'open storage scan'] },
  )
}

/** A German account number with right check digits (ISO 7064), of a bank that doesn't exist. */
function invented(random: Random): string {
  const account = `00000000${random.int(1_000_000_000, 9_999_999_999)}`
  const rest = Number(BigInt(`${account}131400`) % 97n)
  return `DE${String(98 - rest).padStart(2, '0')}${account}`
}

/** What victims report about an account. */
const reports = [
  'A caller posing as the company asked to pay here.',
  'Victims paid and nothing came.',
  'Pay the processing fee first.',
  'Send us the one-time code.',
  'Your account will be blocked today.',
] as const

/** An account that victims are asked to pay into. */
export function fraudAccountThreat(order: Order, otherTitle: (random: Random) => string): ThreatDraft | undefined {
  const { world, random } = order
  // Sort code 00-00-00 belongs to no bank.
  const account = `00-00-00 ${random.int(10_000_000, 99_999_999)}`
  const isPayee = random.chance(0.7)
  const name = isPayee ? random.pick(world.payees) : personName(random)
  const bank = random.pick([...otherBanks, world.company.name])
  const seenWith = otherTitle(random)
  const judged = judgedVersion(order, (own) => ({
    observation: observed({
      source: 'FinancialFraud',
      kind: 'payee',
      id: account,
      names: [name],
      text: [`${world.company.name}:`, ...own.shuffled(reports).slice(0, own.int(0, 4))].join(' '),
      fields: { account_number: account, account_name: name, bank_name: bank, seenWith },
    }),
    agreement: null,
  }))
  return (
    judged &&
    draftOf(order, judged, {
      identity: account,
      category: 'Fraud',
      feeds: ['victim report', 'scam baiting', 'user report'],
    })
  )
}

/** An exposed host of the client. */
export function exposureThreat(order: Order): ThreatDraft | undefined {
  const { world, random } = order
  const { host, domain, ...found } = serviceOf(world, random)
  const name = `${host}${random.int(1, 12)}.${domain}`
  const address = ipAddress(random)
  const judged = judgedVersion(order, () => ({
    observation: observed({
      source: 'EASM',
      kind: 'address',
      id: `${name}:${found.port}`,
      names: [found.service],
      fields: { ...found, host: name, address },
    }),
    agreement: null,
  }))
  return (
    judged &&
    draftOf(order, judged, {
      identity: `${name}:${found.port} ${address}`,
      category: 'Exposure',
      feeds: ['port scan', 'certificate transparency', 'DNS watch'],
    })
  )
}

function serviceOf(world: DemoWorld, random: Random) {
  const found = random.pick(world.services)
  const { main, second } = brandsOf(world)
  return { ...found, domain: required((found.service.includes(second.name) ? second : main).official[0], 'a domain') }
}
