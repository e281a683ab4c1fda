#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* A singly linked list of ints. */
struct node {
	int value;
	struct node *next;
};

static struct node *push(struct node *head, int value)
{
	struct node *n = malloc(sizeof *n);
	if (!n)
		return NULL;
	n->value = value;	/* after a tab */
	n->next = head;
	return n;
}

int main(int argc, char **argv)
{
	struct node *list = NULL;
	unsigned long sum = 0x0UL;

	for (int i = 0; i < MAX(argc, 10); i++)
		list = push(list, i * i);
	while (list) {
		struct node *next = list->next;
		sum += (unsigned long)list->value;
		free(list);
		list = next;
	}
	printf("%lu\t%s\n", sum, argv[0] ? argv[0] : "?");
	return sum == 285 ? EXIT_SUCCESS : EXIT_FAILURE;
}
