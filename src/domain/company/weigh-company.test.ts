import { expect, test } from 'vitest';
import { defaultPolicy, ladders, riskLevels } from '../risk/risk-policy.ts';
import { type CompanyDecision, decideMissingCompany } from './company.ts';
import { weighCompany } from './weigh-company.ts';

const sound: CompanyDecision = {
  ...decideMissingCompany('not_found', null),
  ...{ status: 'verified', riskLevel: 'low', reasons: ['all_checks_passed'] },
};
const young: CompanyDecision = { ...sound, riskLevel: 'medium', reasons: ['recently_founded'] };
const closed: CompanyDecision = { ...sound, status: 'not_verified', riskLevel: 'high', reasons: ['company_closed'] };

test('a company on no list is decided as without lists', () => {
  expect(weighCompany(young, [], defaultPolicy)).toBe(young);
});

test('the lists raise the risk, name why, and leave the status as it was', () => {
  expect(weighCompany(sound, ['listed'], defaultPolicy)).toEqual({
    ...sound,
    riskLevel: 'medium',
    reasons: ['screening_listed'],
  });
  expect(weighCompany(young, ['un', 'inconclusive'], defaultPolicy)).toEqual({
    ...young,
    riskLevel: 'high',
    reasons: ['recently_founded', 'screening_un', 'screening_inconclusive'],
  });
});

test('no place on the ladder improves a risk, one step down never does, and the United Nations are always high', () => {
  for (const decision of [sound, young, closed]) {
    let before = riskLevels.indexOf(decision.riskLevel);
    for (const rung of ladders.screening) {
      const { riskLevel, status } = weighCompany(decision, [rung], defaultPolicy);
      expect(status).toBe(decision.status);
      expect(riskLevel).not.toBe('low');
      if (rung === 'un') expect(riskLevel).toBe('high');
      expect(riskLevels.indexOf(riskLevel)).toBeGreaterThanOrEqual(before);
      before = riskLevels.indexOf(riskLevel);
    }
  }
});
