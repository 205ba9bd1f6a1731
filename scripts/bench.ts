// `npm run bench`: the speed of the hot paths, as ratios to a reference measured in the same run. It asserts nothing: times depend on the
// machine, and even ratios are only comparable with those of another version on the same machine.
//
//   npm run bench                       matching names, and the list at 60,000 threats
//   npm run bench -- --ct               entries of certificate transparency logs: read, matched, hashed
//   npm run bench -- --match            only matching and permuting names
//   npm run bench -- --posts            judging short posts of other sources at 1,000 brands
//   npm run bench -- --pictures         comparing a picture with 100,000 known ones
//   npm run bench -- --apk              the verdict on an app of 50 MB, its process included (Linux)
//   npm run bench -- --lookalike        comparing pages with the pages and logos of brands (needs Chromium)
//   npm run bench -- --capture          capturing a page and making the pack, next to a bare screenshot (needs Chromium, Linux)
//   npm run bench -- --captures 500     what many captures in a row leave: memory, processes, files (needs Chromium, Linux)
//   npm run bench -- --follow            the share of a core that following 10,000 running cases takes (Linux)
//   npm run bench -- --import 1000000    importing a file of as many rows: time, and the memory of server and reader (Linux)
//   npm run bench -- --scan 1000000     scanning as many lines for 1,000 brands of 100 companies: time and CPU (Linux)
//   npm run bench -- --jobs 1000000     jobs a second with two workers, fairness and diagnostics with as many queued
//   npm run bench -- --stream 100       matching a stream of 100 million lines, and its memory use
//   npm run bench -- --calls            every list and dashboard call at 100,000 threats on the embedded server
//   npm run bench -- --soak 60          lists, decisions and sign-ins over 32 connections for a minute
//   npm run bench -- --soak 3600 --rate 120   the same for an hour, 120 requests a second
//   npm run bench -- --calls --native --threats 1000000 --companies 100 --largest 200000 --leaks 5000000
import { parseArgs } from 'node:util'
import { apkRows } from './bench/apk-row.ts'
import { callRows, toCallTable } from './bench/call-rows.ts'
import { captureRows } from './bench/captures/capture-rows.ts'
import { captureSoak } from './bench/captures/capture-soak.ts'
import { ctRows } from './bench/matching/ct-row.ts'
import { followRows } from './bench/follow-rows.ts'
import { importRows } from './bench/import-row.ts'
import { jobRows } from './bench/job-rows.ts'
import { listRows } from './bench/list-row.ts'
import { lookalikeRows } from './bench/captures/lookalike-row.ts'
import { matchRows } from './bench/matching/match-row.ts'
import { observationRows } from './bench/matching/observation-row.ts'
import { pictureRows } from './bench/matching/picture-row.ts'
import { matchStream } from './bench/matching/match-stream.ts'
import { toJson, toTable, type Row } from './bench/measure.ts'
import { toRatioTable } from './bench/ratio-rows.ts'
import { scanRows } from './bench/scan-row.ts'
import { mostRate, soak } from './bench/soak.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    ct: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
    match: { type: 'boolean', default: false },
    posts: { type: 'boolean', default: false },
    pictures: { type: 'boolean', default: false },
    apk: { type: 'boolean', default: false },
    lookalike: { type: 'boolean', default: false },
    capture: { type: 'boolean', default: false },
    captures: { type: 'string' },
    follow: { type: 'boolean', default: false },
    import: { type: 'string' },
    scan: { type: 'string' },
    jobs: { type: 'string' },
    stream: { type: 'string' },
    native: { type: 'boolean', default: false },
    threats: { type: 'string', default: '100000' },
    companies: { type: 'string', default: '10' },
    largest: { type: 'string', default: '50000' },
    clients: { type: 'string', default: '8' },
    leaks: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    soak: { type: 'string' },
    rate: { type: 'string', default: String(mostRate) },
  },
})
const say = (line: string) => console.error(line)

if (values.soak) {
  console.log(JSON.stringify(await soak(Number(values.soak), Number(values.rate), say), null, 2))
} else if (values.ct) {
  const rows = await ctRows()
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.posts) {
  const rows = observationRows()
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.pictures) {
  const rows = pictureRows()
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.apk) {
  const rows = await apkRows()
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.lookalike) {
  const rows = await lookalikeRows()
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.captures) {
  console.log(JSON.stringify(await captureSoak(Number(values.captures), say), null, 2))
} else if (values.capture) {
  const rows = await captureRows()
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.follow) {
  const rows = await followRows(say)
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.import) {
  console.log(JSON.stringify(await importRows(Number(values.import), say), null, 2))
} else if (values.scan) {
  console.log(JSON.stringify(await scanRows(Number(values.scan), say), null, 2))
} else if (values.jobs) {
  const rows = await jobRows(Number(values.jobs), say)
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
} else if (values.stream) {
  console.log(JSON.stringify(await matchStream(Number(values.stream), say), null, 2))
} else if (values.calls) {
  const size = {
    threats: Number(values.threats),
    companies: Number(values.companies),
    largest: Number(values.largest),
    leaks: Number(values.leaks),
  }
  const load = {
    isNative: values.native,
    clients: Number(values.clients),
    seconds: Number(values.seconds),
    only: new RegExp(values.only),
  }
  const measured = await callRows(size, load, say)
  console.log(
    values.json
      ? JSON.stringify(measured, null, 2)
      : `\n${toCallTable(measured.rows)}\n\n${toRatioTable(measured.ratios)}`,
  )
} else {
  say('Matching names …')
  const rows: Row[] = [...(await matchRows()), ...observationRows()]
  if (!values.match) rows.push(...(await listRows(say)))
  console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
}
