// Which of several processes of this machine asks a party, for those who start and run them.

export {
  createQuestionOffice,
  createSharedQuestions,
  type QuestionDesk,
  type QuestionMessage,
  type TakeMessage,
  type TakeReply,
} from '../../stores/answers/questions.shared.ts';
