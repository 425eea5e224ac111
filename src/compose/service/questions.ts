// Which of several processes of this machine asks a party, for those who start and run them.

export {
  createQuestionCoordinator,
  createSharedQuestions,
  type QuestionMember,
  type QuestionMessage,
  type TakeMessage,
  type TakeReply,
} from '../../stores/answers/questions.shared.ts';
