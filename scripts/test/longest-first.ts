import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start programs, load the demo or try every route take the longest; if one of them started last, the run would wait for it. */
const long = new RegExp(
  [
    /\/apps\/[\w-]+\/test\/(crash|start-up|every-call)\//,
    /\/(demo|demo-calls|enrich-kills|ingest|recent-certificates|capture-(page|limits))\.test\.ts$/,
    /\/e2e\/(walk|screens|shell|jobs\/main|jobs\/search|jobs\/takedown|takedown|settings|second-factors)[\w-]*\.test\.ts$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const rank = (file: TestSpecification) =>
  2 * file.project.config.sequence.groupOrder + (long.test(file.moduleId) ? 0 : 1)

/** If there are no timings of earlier runs (a fresh checkout), files that are known to be long run first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // eslint-disable-next-line unicorn/no-array-sort -- not that of arrays
    const sorted = await super.sort(files)
    if (sorted.some((file) => this.ctx.cache.getTestSpecificationResult(file))) return sorted
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
