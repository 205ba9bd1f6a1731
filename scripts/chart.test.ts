import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { productVersion } from '@signet/contract/product-version'

/*
 * The chart of deploy/helm. It is rendered where Helm is installed; the nightly run also checks every field against the schemas of
 * Kubernetes, which no package of npm or Debian has.
 */

const root = path.resolve(import.meta.dirname, '..')
const chart = path.join(root, 'deploy/helm')
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')
const templates = fs.readdirSync(path.join(chart, 'templates')).map((name) => read(`deploy/helm/templates/${name}`))
const hasHelm = spawnSync('helm', ['version']).status === 0

function render(...values: string[]): { code: number | null; documents: string[]; problem: string } {
  const { status, stdout, stderr } = spawnSync('helm', ['template', 'signet', chart, ...values], { encoding: 'utf8' })
  return { code: status, documents: stdout.split(/^---$/m).filter((text) => text.includes('kind:')), problem: stderr }
}

const kindOf = (document: string) => /^kind: (\w+)$/m.exec(document)?.[1]
const nameOf = (document: string) => /^metadata:\n {2}name: (\S+)$/m.exec(document)?.[1]

test('the chart has the version of the product and names only settings that exist', () => {
  expect(read('deploy/helm/Chart.yaml')).toContain(`appVersion: ${productVersion}\n`)
  const known = new Set(read('.env.example').match(/\b(?:SIGNET|OTEL|DATABASE)_[A-Z0-9_]+\b/g))
  const named = [...templates, read('deploy/helm/values.yaml')]
    .join('\n')
    .match(/\b(?:SIGNET|OTEL|DATABASE)_[A-Z0-9_]+\b/g)
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
})

test('every value of the chart is in its schema', () => {
  const schema = JSON.parse(read('deploy/helm/values.schema.json')) as { properties: object }
  const values = read('deploy/helm/values.yaml').match(/^\w+(?=:)/gm)
  expect(values?.toSorted()).toEqual(
    Object.keys(schema.properties)
      .filter((name) => name !== 'global')
      .toSorted(),
  )
})

describe.runIf(hasHelm)('rendered', () => {
  test('it passes the lint of Helm', () => {
    const { status, stdout } = spawnSync('helm', ['lint', '--strict', chart], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed') as string])
  })

  test('every container is another user than root, cannot write to its image, and has no rights and limits', () => {
    const { documents } = render()
    const pods = documents.filter((document) => /^(Deployment|Job)$/.test(kindOf(document) ?? ''))
    expect(new Set(pods.map(nameOf))).toEqual(
      new Set(['signet-api', 'signet-browser', 'signet-migrate', 'signet-worker']),
    )
    for (const pod of pods) {
      expect(pod).toContain('runAsNonRoot: true')
      expect(pod).toContain('readOnlyRootFilesystem: true')
      expect(pod).toContain('allowPrivilegeEscalation: false')
      expect(pod).toContain('drop: [ALL]')
      expect(pod).toContain('automountServiceAccountToken: false')
      expect(pod).toMatch(/limits:\s+memory: /)
    }
  })

  test('both kinds of processes are probed, spread and kept during a drain', () => {
    const { documents } = render()
    for (const name of ['signet-api', 'signet-worker']) {
      const of = (kind: string) => documents.find((one) => kindOf(one) === kind && nameOf(one) === name) ?? ''
      expect(of('Deployment')).toMatch(/readinessProbe:\s+httpGet: \{ path: \/readyz, port: http \}/)
      expect(of('Deployment')).toMatch(/livenessProbe:\s+httpGet: \{ path: \/healthz, port: http \}/)
      expect(of('Deployment')).toContain('maxUnavailable: 0')
      expect(of('PodDisruptionBudget')).toContain('maxUnavailable: 1')
    }
  })

  test('the schema is updated before any process of the new version starts', () => {
    const job = render().documents.find((document) => nameOf(document) === 'signet-migrate') ?? ''
    expect(job).toContain('helm.sh/hook: pre-install,pre-upgrade')
    expect(job).toContain('args: [migrate]')
  })

  test('no secret is in it: each comes from the secret of the operator', () => {
    const { documents } = render('--set', 'secretName=ours')
    expect(documents.filter((document) => kindOf(document) === 'Secret')).toEqual([])
    expect(documents.join().match(/secretRef: \{ name: ours \}/g)).toHaveLength(3)
  })

  test('with a bucket there is no volume, and the monitor and the browser are there only if they are wanted', () => {
    const kinds = (...values: string[]) => new Set(render(...values).documents.map(kindOf))
    expect(kinds()).toContain('PersistentVolumeClaim')
    expect(kinds('--set', 'files.bucket=files')).not.toContain('PersistentVolumeClaim')
    expect(kinds()).not.toContain('ServiceMonitor')
    expect(kinds('--set', 'serviceMonitor.enabled=true')).toContain('ServiceMonitor')
    expect(render('--set', 'browser.enabled=false').documents.join()).not.toContain('BROWSER')
  })

  test('a misspelled value is refused', () => {
    const { code, problem } = render('--set', 'api.replica=3')
    expect(code).not.toBe(0)
    expect(problem).toContain('replica')
  })
})
